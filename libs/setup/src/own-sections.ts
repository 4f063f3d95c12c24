import { CONFIG, type Config } from '#config';
import { Database } from '#database';
import { ConfigSectionRepository } from '#settings';
import { LOGGER, type Logger } from '#telemetry';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { getConfigPlace } from './apply/config-place.js';

/** As much of a hash as tells two apart. */
const SHOWN_DIGITS = 12;

/**
 * Says where this process goes by an older file than another. Only entries are stored: policies, media, budgets and the
 * other sections are as each process has read them, and nothing else would tell that one of them has yesterday's.
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
    const newest = await new ConfigSectionRepository(this.database).note(getConfigPlace(file.path), hash);
    if (newest === undefined || newest.hash === hash) return;
    this.logger.warn(
      {
        file: file.path,
        sections: hash.slice(0, SHOWN_DIGITS),
        newestSections: newest.hash.slice(0, SHOWN_DIGITS),
        newestSince: newest.since.toISOString(),
      },
      'the config file here is older than that of another process; its policies, media and other sections count for this process alone',
    );
  }
}
