import { CredentialsModule } from '#credentials';
import { DatabaseModule, TableChanges } from '#database';
import { JobsModule, Maintenance } from '#jobs';
import { SecretsModule } from '#secrets';
import { SettingsModule } from '#settings';
import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BuiltInChannel } from './built-in-channel.js';
import { Catalog } from './catalog.js';
import { ChannelEntity } from './channel.entity.js';
import { ChannelListRepository } from './channel-list.repository.js';
import { ChannelRepository } from './channel.repository.js';
import { ChannelResultRepository } from './health/channel-result.repository.js';
import { ChannelStateRepository } from './health/channel-state.repository.js';
import { ModelEntity } from './model.entity.js';
import { ModelRepository } from './model.repository.js';
import { CATALOG_TABLES } from './table-retention.js';

/** Channels and models. */
@Module({
  imports: [
    CredentialsModule,
    DatabaseModule,
    JobsModule,
    SecretsModule,
    SettingsModule,
    TypeOrmModule.forFeature([ChannelEntity, ModelEntity]),
  ],
  providers: [
    BuiltInChannel,
    Catalog,
    ChannelListRepository,
    ChannelRepository,
    ChannelResultRepository,
    ChannelStateRepository,
    ModelRepository,
  ],
  exports: [
    Catalog,
    ChannelListRepository,
    ChannelRepository,
    ChannelResultRepository,
    ChannelStateRepository,
    ModelRepository,
  ],
})
export class CatalogModule implements OnModuleInit {
  constructor(
    private readonly changes: TableChanges,
    private readonly catalog: Catalog,
    private readonly maintenance: Maintenance,
    private readonly channelStates: ChannelStateRepository,
  ) {}

  onModuleInit(): void {
    this.maintenance.register({
      tables: CATALOG_TABLES,
      tasks: [async () => ({ pastChannelStates: await this.channelStates.deleteExpired() })],
    });
    const refresh = (): Promise<void> => this.catalog.refresh();
    this.changes.follow({
      onChange: { channels: refresh, models: refresh, settings: refresh },
      reload: () => this.catalog.reload(),
    });
  }
}
