import { AccessModule, ClientSecretRepository, SignInChores, TokenRepository } from '#access';
import { CatalogModule, ChannelStateRepository } from '#catalog';
import { Database, DatabaseModule } from '#database';
import { MediaModule, MediaStore } from '#media';
import { UsageChores, sweepLeases } from '#metering';
import { StorageUseRepository } from '#quotas';
import { CachedAnswerLimits } from '#relay';
import { SecretBox, SecretsModule } from '#secrets';
import { LiveSettings, SettingsModule, quotaSettings } from '#settings';
import { FinishedTaskRepository, UnsealedTaskRepository } from '#video-tasks';
import { Module } from '@nestjs/common';
import { MaintenanceRunsRepository } from './maintenance-runs.repository.js';
import { MaintenanceTimer } from './maintenance-timer.js';
import { deleteExpiredRows } from './table-retention.js';
import { Upkeep } from './upkeep.js';

/** Keeps the tables small and true. */
@Module({
  imports: [AccessModule, CatalogModule, DatabaseModule, MediaModule, SecretsModule, SettingsModule],
  providers: [
    MaintenanceRunsRepository,
    MaintenanceTimer,
    {
      provide: Upkeep,
      inject: [
        Database,
        SecretBox,
        LiveSettings,
        TokenRepository,
        SignInChores,
        ClientSecretRepository,
        MediaStore,
        ChannelStateRepository,
      ],
      useFactory: createUpkeep,
    },
  ],
})
export class MaintenanceModule {}

type Providers = [
  Database,
  SecretBox,
  LiveSettings,
  TokenRepository,
  SignInChores,
  ClientSecretRepository,
  MediaStore,
  ChannelStateRepository,
];

function createUpkeep(...providers: Providers): Upkeep {
  const [database, secretBox, settings, tokens, signIns, clientSecrets, media, channelStates] = providers;
  return new Upkeep({
    tokens,
    signIns,
    clientSecrets,
    retention: { deleteExpired: (now) => deleteExpiredRows(database, now) },
    finishedTasks: new FinishedTaskRepository(database, () => taskRetentionDays(settings)),
    unsealedTasks: new UnsealedTaskRepository(database, secretBox),
    media,
    leases: { sweep: () => sweepLeases(database) },
    channelStates,
    cachedAnswers: new CachedAnswerLimits(database, () => {
      const { items, bytes } = quotaSettings(settings.current).cachedAnswers;
      return { maxOwnerAnswers: items, maxOwnerBytes: bytes };
    }),
    storage: new StorageUseRepository(database),
    usage: new UsageChores(database, () => settings.current['usage.retention_days']),
  });
}

/** As long as what they used is shown, and never shorter than their videos can be had. */
function taskRetentionDays({ current }: LiveSettings): number {
  return Math.max(current['usage.retention_days'], current['media.retention_days']);
}
