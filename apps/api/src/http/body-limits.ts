import { CONFIG, type Config } from '#config';
import { ByteBudget } from '#limits';
import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { keepSweepingSpool, spoolFolderIn, sweepSpool } from './form/spool-folder.js';

/** So many uploads of the largest size may lie on disk at a time. */
const MAX_UPLOADS = 8;

/** What a request may bring along, and where files of it lie; those of processes that died are removed. */
@Injectable()
export class BodyLimits implements OnModuleInit, OnApplicationShutdown {
  readonly maxJsonBytes: number;
  readonly maxUploadBytes: number;
  /** Where uploads lie while their request lives. */
  readonly spoolFolder: string;
  /** What all uploads may hold together. */
  readonly disk: ByteBudget;
  private stopSweeping: () => void = () => undefined;

  constructor(
    @Inject(CONFIG) { http, dataDir }: Config,
    /** What all bodies may hold together. */
    readonly memory: ByteBudget,
  ) {
    this.maxJsonBytes = http.maxJsonBytes;
    this.maxUploadBytes = http.maxUploadBytes;
    this.spoolFolder = spoolFolderIn(dataDir);
    this.disk = new ByteBudget({ maxBytes: MAX_UPLOADS * http.maxUploadBytes });
  }

  async onModuleInit(): Promise<void> {
    await sweepSpool(this.spoolFolder);
    this.stopSweeping = keepSweepingSpool(this.spoolFolder);
  }

  onApplicationShutdown(): void {
    this.stopSweeping();
  }
}
