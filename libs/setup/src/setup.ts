import cluster from 'node:cluster';
import { CONFIG, type Config } from '#config';
import { Database } from '#database';
import { SecretBox } from '#secrets';
import { LOGGER, type Logger } from '#telemetry';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { type SetupOutcome, setUp } from './set-up.js';

@Injectable()
export class Setup implements OnModuleInit {
  outcome: SetupOutcome = { issuedTokens: [] };

  constructor(
    private readonly database: Database,
    private readonly secretBox: SecretBox,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onModuleInit(): Promise<void> {
    // The primary process of the cluster has already done it.
    if (cluster.isWorker) return;
    this.outcome = await setUp(this.database, this.config, this.secretBox);
    const { configWarning } = this.outcome;
    if (configWarning !== undefined) this.logger.warn(configWarning);
  }
}
