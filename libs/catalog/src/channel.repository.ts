import { randomUUID } from 'node:crypto';
import { type SecretBox } from '#secrets';
import { type DataSource, type Repository } from 'typeorm';
import { type Channel, type ChannelSettings } from './channel.js';
import { ChannelEntity } from './channel.entity.js';

interface ChannelSecrets {
  apiKeys: string[];
  headers: Record<string, string>;
}

export class ChannelRepository {
  private readonly channels: Repository<ChannelEntity>;

  constructor(
    dataSource: DataSource,
    private readonly secretBox: SecretBox,
  ) {
    this.channels = dataSource.getRepository(ChannelEntity);
  }

  /** Throws SecretUnreadable where a channel was sealed with another key. */
  async findAll(): Promise<Channel[]> {
    const entities = await this.channels.find({ order: { name: 'ASC' } });
    return entities.map((entity) => this.asChannel(entity));
  }

  async hasAny(): Promise<boolean> {
    return this.channels.exists();
  }

  async create(settings: ChannelSettings, origin: Channel['origin']): Promise<void> {
    const id = randomUUID();
    await this.channels.insert({ ...this.asColumns(id, settings), id, origin });
  }

  async update(id: string, settings: ChannelSettings, origin: Channel['origin']): Promise<void> {
    await this.channels.update({ id }, { ...this.asColumns(id, settings), origin });
  }

  async disable(id: string): Promise<void> {
    await this.channels.update({ id }, { enabled: false });
  }

  private asChannel(entity: ChannelEntity): Channel {
    const { apiKeys, headers } = JSON.parse(
      this.secretBox.open(entity.secrets, placeOf(entity.id)),
    ) as ChannelSecrets;
    const { id, name, provider, models, priority, weight, timeouts, enabled, origin, createdAt } = entity;
    return {
      id,
      name,
      provider,
      baseUrl: entity.baseUrl ?? undefined,
      apiKeys,
      headers,
      models,
      formats: entity.formats ?? undefined,
      apiVersion: entity.apiVersion ?? undefined,
      priority,
      weight,
      maxConcurrency: entity.maxConcurrency ?? undefined,
      timeouts,
      enabled,
      origin,
      createdAt,
    };
  }

  private asColumns(
    id: string,
    settings: ChannelSettings,
  ): Omit<ChannelEntity, 'id' | 'origin' | 'createdAt' | 'updatedAt'> {
    const { apiKeys, headers, baseUrl, formats, apiVersion, maxConcurrency, ...columns } = settings;
    const secrets: ChannelSecrets = { apiKeys, headers };
    return {
      ...columns,
      baseUrl: baseUrl ?? null,
      formats: formats ?? null,
      apiVersion: apiVersion ?? null,
      maxConcurrency: maxConcurrency ?? null,
      secrets: this.secretBox.seal(JSON.stringify(secrets), placeOf(id)),
    };
  }
}

function placeOf(id: string): string {
  return `channels/${id}/secrets`;
}
