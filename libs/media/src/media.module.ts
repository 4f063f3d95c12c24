import { CONFIG, type Config, PublicUrl } from '#config';
import { Database, DatabaseModule } from '#database';
import { JobsModule, Maintenance } from '#jobs';
import { QuotasModule } from '#quotas';
import { SecretBox, SecretsModule } from '#secrets';
import { LiveSettings, SettingsModule, quotaSettings } from '#settings';
import { Module, type OnModuleInit } from '@nestjs/common';
import { createMediaStore } from './create-media-store.js';
import { MediaStore } from './media-store.js';
import { MEDIA_TABLES } from './table-retention.js';

/** Generated files. */
@Module({
  imports: [DatabaseModule, JobsModule, QuotasModule, SecretsModule, SettingsModule],
  providers: [
    {
      provide: MediaStore,
      inject: [Database, SecretBox, LiveSettings, CONFIG, PublicUrl],
      useFactory: (...[database, secretBox, settings, { dataDir }, publicUrl]: StoreDependencies) =>
        createMediaStore({
          dataDir,
          secretKeys: () => secretBox.keys.all(),
          retentionDays: () => settings.current['media.retention_days'],
          publicUrl: () => publicUrl.current,
          quota: { database, limit: () => quotaSettings(settings.current).media },
        }),
    },
  ],
  exports: [MediaStore],
})
export class MediaModule implements OnModuleInit {
  constructor(
    private readonly maintenance: Maintenance,
    private readonly store: MediaStore,
  ) {}

  onModuleInit(): void {
    this.maintenance.register({
      tables: MEDIA_TABLES,
      tasks: [async (now) => ({ expiredMedia: await this.store.deleteExpired(now) })],
    });
  }
}

type StoreDependencies = [Database, SecretBox, LiveSettings, Config, PublicUrl];
