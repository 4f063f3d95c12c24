import { CONFIG, type Config } from '#config';
import { Database } from '#database';
import { SecretBox } from '#secrets';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { type SetupOutcome, setUp } from './set-up.js';

@Injectable()
export class Setup implements OnModuleInit {
  outcome: SetupOutcome = { issuedTokens: [] };

  constructor(
    private readonly database: Database,
    private readonly secretBox: SecretBox,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async onModuleInit(): Promise<void> {
    this.outcome = await setUp(this.database, this.config, this.secretBox);
  }
}
