import { ACCESS_TABLES, AccessModule, ClientSecretRepository, SignInChores, TokenRepository } from '#access';
import { AUDIT_TABLES } from '#audit';
import { CATALOG_TABLES, CatalogModule, ChannelStateRepository } from '#catalog';
import { DATABASE_TABLES, Database, DatabaseModule } from '#database';
import { IDEMPOTENCY_TABLES } from '#idempotency';
import { JobsModule, Maintenance } from '#jobs';
import { MEDIA_TABLES, MediaModule, MediaStore } from '#media';
import { METERING_TABLES, UsageChores, sweepLeases } from '#metering';
import { QUOTAS_TABLES, StorageUseRepository } from '#quotas';
import { CachedAnswerLimits, RELAY_TABLES } from '#relay';
import { LiveSettings, SETTINGS_TABLES, SettingsModule, quotaSettings } from '#settings';
import { Module, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';

/** The maintenance of libraries that do not register theirs themselves. */
@Module({
  imports: [AccessModule, CatalogModule, DatabaseModule, JobsModule, MediaModule, SettingsModule],
})
export class MaintenanceModule implements OnModuleInit {
  constructor(
    private readonly maintenance: Maintenance,
    private readonly modules: ModuleRef,
  ) {}

  onModuleInit(): void {
    this.maintenance.register({
      tables: [
        ...ACCESS_TABLES,
        ...AUDIT_TABLES,
        ...CATALOG_TABLES,
        ...DATABASE_TABLES,
        ...IDEMPOTENCY_TABLES,
        ...MEDIA_TABLES,
        ...METERING_TABLES,
        ...QUOTAS_TABLES,
        ...RELAY_TABLES,
        ...SETTINGS_TABLES,
      ],
    });
    this.registerAccess();
    this.registerStorage();
  }

  private registerAccess(): void {
    const tokens = this.find(TokenRepository);
    const signIns = this.find(SignInChores);
    const clientSecrets = this.find(ClientSecretRepository);
    this.maintenance.register({
      tasks: [
        async (now) => ({ expiredTokens: await tokens.disableExpired(now) }),
        async (now) => ({ ...(await signIns.run(now)) }),
        async (now) => ({ expiredClientSecrets: await clientSecrets.deleteExpired(now) }),
      ],
    });
  }

  private registerStorage(): void {
    const database = this.find(Database);
    const settings = this.find(LiveSettings);
    const media = this.find(MediaStore);
    const channelStates = this.find(ChannelStateRepository);
    const storage = new StorageUseRepository(database);
    const usage = new UsageChores(database, () => settings.current['usage.retention_days']);
    const cachedAnswers = new CachedAnswerLimits(database, () => {
      const { items, bytes } = quotaSettings(settings.current).cachedAnswers;
      return { maxOwnerAnswers: items, maxOwnerBytes: bytes };
    });
    this.maintenance.register({
      tasks: [
        async (now) => ({ expiredMedia: await media.deleteExpired(now) }),
        async () => ({ sweptLeases: await sweepLeases(database) }),
        async () => ({ pastChannelStates: await channelStates.deleteOver() }),
        async () => ({ displacedAnswers: await cachedAnswers.displaceOldest() }),
        // Changes of what owners have stored that were added up.
        async () => ({ storageChanges: await storage.addUp() }),
        async (now) => ({ ...(await usage.run(now)) }),
      ],
    });
  }

  private find<Provider>(provider: abstract new (...dependencies: never[]) => Provider): Provider {
    return this.modules.get(provider, { strict: false });
  }
}
