import { randomUUID } from 'node:crypto';
import { SecretBox } from '#secrets';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, type Repository } from 'typeorm';
import { type Channel, type ChannelSettings } from './channel.js';
import { ChannelEntity } from './channel.entity.js';
import { channelColumns, openStoredChannel } from './stored-channel.js';

@Injectable()
export class ChannelRepository {
  private readonly channels: Repository<ChannelEntity>;

  constructor(
    @InjectDataSource() dataSource: Pick<DataSource, 'getRepository'>,
    private readonly secretBox: SecretBox,
  ) {
    this.channels = dataSource.getRepository(ChannelEntity);
  }

  /** Throws SecretUnreadable where a channel was sealed with another key. */
  async findAll(): Promise<Channel[]> {
    const entities = await this.channels.find({ order: { name: 'ASC' } });
    return entities.map((entity) => openStoredChannel(entity, this.secretBox));
  }

  async hasAny(): Promise<boolean> {
    return this.channels.exists();
  }

  async create(settings: ChannelSettings, origin: Channel['origin']): Promise<void> {
    const id = randomUUID();
    await this.channels.insert({ ...channelColumns(id, settings, this.secretBox), id, origin });
  }

  async update(id: string, settings: ChannelSettings, origin: Channel['origin']): Promise<void> {
    await this.channels.update({ id }, { ...channelColumns(id, settings, this.secretBox), origin });
  }

  async disable(id: string): Promise<void> {
    await this.channels.update({ id }, { enabled: false });
  }
}
