import { CONFIG, type Config } from '#config';
import { DatabaseModule, TableChanges } from '#database';
import { JobsModule, Maintenance } from '#jobs';
import { SecretsModule } from '#secrets';
import { LOGGER, type Logger } from '#telemetry';
import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BUILT_IN_CHANNEL, Catalog } from './catalog.js';
import { type Channel } from './channel.js';
import { ChannelEntity } from './channel.entity.js';
import { ChannelListRepository } from './channel-list.repository.js';
import { ChannelRepository } from './channel.repository.js';
import { ChannelStateRepository } from './health/channel-state.repository.js';
import { ModelEntity } from './model.entity.js';
import { ModelRepository } from './model.repository.js';
import { CATALOG_TABLES } from './table-retention.js';

/** Channels and models. */
@Module({
  imports: [
    DatabaseModule,
    JobsModule,
    SecretsModule,
    TypeOrmModule.forFeature([ChannelEntity, ModelEntity]),
  ],
  providers: [
    ChannelListRepository,
    ChannelRepository,
    ChannelStateRepository,
    ModelRepository,
    {
      provide: Catalog,
      inject: [ChannelRepository, ModelRepository, CONFIG, LOGGER, BUILT_IN_CHANNEL],
      useFactory: (...[channels, models, { file }, logger, channel]: CatalogDependencies) =>
        new Catalog(channels, models, { channel, isWanted: file?.sandbox }, logger),
    },
  ],
  exports: [Catalog, ChannelListRepository, ChannelRepository, ChannelStateRepository, ModelRepository],
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
      tasks: [async () => ({ pastChannelStates: await this.channelStates.deleteOver() })],
    });
    const refresh = (): Promise<void> => this.catalog.refresh();
    this.changes.follow({
      onChange: { channels: refresh, models: refresh },
      reload: () => this.catalog.reload(),
    });
  }
}

type CatalogDependencies = [ChannelRepository, ModelRepository, Config, Logger, Channel];
