import { CONFIG, type Config, PublicUrl } from '#config';
import { Database, DatabaseModule } from '#database';
import { SecretBox, SecretsModule } from '#secrets';
import { LiveSettings, SettingsModule, quotaSettings } from '#settings';
import { Module } from '@nestjs/common';
import { createMediaStore } from './create-media-store.js';
import { MediaStore } from './media-store.js';

/** Generated files. */
@Module({
  imports: [DatabaseModule, SecretsModule, SettingsModule],
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
export class MediaModule {}

type StoreDependencies = [Database, SecretBox, LiveSettings, Config, PublicUrl];
