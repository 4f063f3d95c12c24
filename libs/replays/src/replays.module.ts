import { Database, DatabaseModule } from '#database';
import { SecretBox, SecretsModule } from '#secrets';
import { LiveSettings, SettingsModule, quotaSettings } from '#settings';
import { LOGGER, type Logger } from '#telemetry';
import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { ResponseCache } from './cache/response-cache.js';
import { type Replays, createReplays } from './create-replays.repository.js';
import { IdempotencyKeys } from './idempotency/idempotency-keys.js';

const REPLAYS = Symbol('replays');

/** Answers that are given again. */
@Module({
  imports: [DatabaseModule, SecretsModule, SettingsModule],
  providers: [
    {
      provide: REPLAYS,
      inject: [Database, SecretBox, LiveSettings, LOGGER],
      useFactory: (dataSource: Database, secretBox: SecretBox, settings: LiveSettings, logger: Logger) =>
        createReplays({
          dataSource,
          secretBox,
          logger,
          answersLimit: () => quotaSettings(settings.current).answers,
        }),
    },
    { provide: IdempotencyKeys, inject: [REPLAYS], useFactory: ({ keys }: Replays) => keys },
    { provide: ResponseCache, inject: [REPLAYS], useFactory: ({ cache }: Replays) => cache },
  ],
  exports: [IdempotencyKeys, ResponseCache],
})
export class ReplaysModule implements OnApplicationShutdown {
  constructor(@Inject(REPLAYS) private readonly replays: Replays) {}

  async onApplicationShutdown(): Promise<void> {
    await this.replays.close();
  }
}
