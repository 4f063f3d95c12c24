import { CONFIG, type Config } from '#config';
import { Database } from '#database';
import { ConfigSectionRepository } from '#settings';
import { LOGGER, type Logger } from '#telemetry';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { getConfigPlace } from './apply/config-place.js';

/** Enough digits of a hash to distinguish two. */
const SHOWN_DIGITS = 12;

/**
 * Warns if this process has an older config file than another. Only entries are stored in the database: policies, media,
 * budgets and the other sections are those of the file that each process has read.
 */
@Injectable()
export class OwnSections implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { file, sectionsHash: hash } = this.config;
    if (file === undefined || hash === undefined) return;
    const newest = await new ConfigSectionRepository(this.database).record(getConfigPlace(file.path), hash);
    if (newest === undefined || newest.hash === hash) return;
    this.logger.warn(
      {
        file: file.path,
        sections: hash.slice(0, SHOWN_DIGITS),
        newestSections: newest.hash.slice(0, SHOWN_DIGITS),
        newestSince: newest.since.toISOString(),
      },
      'the config file of this process is older than that of another process; its policies, media and other sections apply to this process only',
    );
  }
}
