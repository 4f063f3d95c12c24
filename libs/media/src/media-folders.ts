import { hostname } from 'node:os';
import { CONFIG, type Config } from '#config';
import { Database } from '#database';
import { LOGGER, type Logger } from '#telemetry';
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  Optional,
} from '@nestjs/common';
import { getMediaFolder } from './create-media-store.js';
import { markFolder } from './folder-marker.js';
import { MediaFolderRepository } from './media-folder.repository.js';

const CHECK_INTERVAL_MS = 60_000;

/** Provide it to override the defaults. */
export const MEDIA_OPTIONS = Symbol('media options');

export interface MediaOptions {
  /** Whether this process stores or serves files. A command does neither. */
  usesFolder?: boolean;
}

/**
 * Checks whether all processes store generated files in one folder, because each must be able to read the files of
 * the others.
 */
@Injectable()
export class MediaFolders implements OnApplicationBootstrap, OnApplicationShutdown {
  /** Another process was seen that uses another folder. */
  areApart = false;
  private readonly folder: string;
  private readonly isUsed: boolean;
  private readonly folders: MediaFolderRepository;
  private timer: NodeJS.Timeout | undefined;
  private checking: Promise<void> | undefined;

  constructor(
    @Inject(CONFIG) { dataDir, file }: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    database: Database,
    @Optional() @Inject(MEDIA_OPTIONS) { usesFolder = true }: MediaOptions = {},
  ) {
    this.folder = getMediaFolder(dataDir);
    this.isUsed = usesFolder && file?.media?.store !== 's3';
    this.folders = new MediaFolderRepository(database);
  }

  onApplicationBootstrap(): void {
    if (!this.isUsed) return;
    this.checkInBackground();
    this.timer = setInterval(() => this.checkInBackground(), CHECK_INTERVAL_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.checking;
  }

  /** Reports the folder of this process and checks those of the others. Called at startup and once a minute. */
  async look(): Promise<void> {
    const id = await markFolder(this.folder);
    await this.folders.note({ id, host: hostname() });
    const others = (await this.folders.findRecent()).filter((seen) => seen.id !== id);
    const areApart = others.length > 0;
    if (areApart === this.areApart) return;
    this.areApart = areApart;
    if (!areApart) return this.logger.info('the API and the worker share a media folder again');
    const hosts = [...new Set(others.map(({ host }) => host))];
    this.logger.warn(
      {
        folder: this.folder,
        otherHosts: hosts,
        advice: 'mount the same folder for all processes, or set media.store to s3',
      },
      'the API and the worker do not share a media folder',
    );
  }

  /** Errors are only logged for debugging, because other checks report an unavailable database or folder. */
  private checkInBackground(): void {
    this.checking ??= this.look()
      .catch((error: unknown) => this.logger.debug({ err: error }, 'media folders could not be compared'))
      .finally(() => (this.checking = undefined));
  }
}
