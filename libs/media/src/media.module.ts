import { CONFIG, type Config, PublicUrl } from '#config';
import { Database, DatabaseModule } from '#database';
import { EgressModule, HttpTransport } from '#egress';
import { JobsModule, Maintenance } from '#jobs';
import { QuotasModule } from '#quotas';
import { SecretBox, SecretsModule } from '#secrets';
import { LiveSettings, SettingsModule, quotaSettings } from '#settings';
import { LOGGER, type Logger } from '#telemetry';
import { Module, type OnModuleInit } from '@nestjs/common';
import { createMediaPlaces } from './create-media-places.js';
import { createMediaStore } from './create-media-store.js';
import { MediaFolders } from './media-folders.js';
import { MEDIA_PLACES, MediaStart } from './media-start.js';
import { MediaStore } from './media-store.js';
import { MEDIA_TABLES } from './table-retention.js';

/** Generated files. */
@Module({
  imports: [DatabaseModule, EgressModule, JobsModule, QuotasModule, SecretsModule, SettingsModule],
  providers: [
    {
      provide: MEDIA_PLACES,
      inject: [CONFIG, HttpTransport, LOGGER],
      useFactory: (config: Config, http: HttpTransport, logger: Logger) =>
        createMediaPlaces({ config, transport: http.send, logger }),
    },
    MediaStart,
    MediaFolders,
    {
      provide: MediaStore,
      inject: [Database, SecretBox, LiveSettings, MEDIA_PLACES, CONFIG, PublicUrl, MediaFolders],
      useFactory: (
        ...[database, secretBox, settings, places, { dataDir }, publicUrl, folders]: StoreDependencies
      ) =>
        createMediaStore({
          dataDir,
          places,
          secretKeys: () => secretBox.keys.all(),
          retentionDays: () => settings.current['media.retention_days'],
          publicUrl: () => publicUrl.current,
          areFoldersApart: () => folders.areApart,
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

type Places = ReturnType<typeof createMediaPlaces>;
type StoreDependencies = [Database, SecretBox, LiveSettings, Places, Config, PublicUrl, MediaFolders];
