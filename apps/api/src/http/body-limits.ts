import { CONFIG, type Config } from '#config';
import { ByteBudget } from '#limits';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { startSpoolSweep, getSpoolFolder, sweepSpool } from './form/spool-folder.js';

/** The disk has room for this many uploads of the largest size. */
const MAX_UPLOADS = 8;

/** The limits of request bodies, and the folder for uploads. Removes uploads of processes that have crashed. */
@Injectable()
export class BodyLimits implements OnModuleInit, OnApplicationShutdown {
  readonly maxJsonBytes: number;
  readonly maxUploadBytes: number;
  /** The folder for uploads, which are removed when their request ends. */
  readonly spoolFolder: string;
  /** For the files of all uploads together. */
  readonly disk: ByteBudget;
  private stopSweeping: () => void = () => undefined;

  constructor(
    @Inject(CONFIG) { http, dataDir }: Config,
    /** For all bodies together. */
    readonly memory: ByteBudget,
  ) {
    this.maxJsonBytes = http.maxJsonBytes;
    this.maxUploadBytes = http.maxUploadBytes;
    this.spoolFolder = getSpoolFolder(dataDir);
    this.disk = new ByteBudget({ maxBytes: MAX_UPLOADS * http.maxUploadBytes });
  }

  async onModuleInit(): Promise<void> {
    await sweepSpool(this.spoolFolder);
    this.stopSweeping = startSpoolSweep(this.spoolFolder);
  }

  onApplicationShutdown(): void {
    this.stopSweeping();
  }
}
