import {
  type Page,
  type PageRequest,
  type SortColumns,
  type Transaction,
  keysetPage,
  listSorts,
} from '#database';
import { Injectable } from '@nestjs/common';
import { DataSource, In, type SelectQueryBuilder } from 'typeorm';
import { ChannelEntity } from './channel.entity.js';

const SORT_COLUMNS: SortColumns = {
  name: { column: 'channel.name', type: 'text' },
  created_at: { column: 'channel.created_at', type: 'timestamptz' },
};

export const CHANNEL_SORTS = listSorts(SORT_COLUMNS);

export interface ChannelFilter {
  provider?: string;
  enabled?: boolean;
  /** A model that the channel lists. */
  model?: string;
  /** A part of the name. */
  search?: string;
}

/** Lists channels for the console, and locks them for changes. Their secrets remain encrypted. */
@Injectable()
export class ChannelListRepository {
  constructor(private readonly dataSource: DataSource) {}

  async list(query: ChannelFilter & PageRequest & { sort: string }): Promise<Page<ChannelEntity>> {
    const { limit, cursor, sort, ...filter } = query;
    return keysetPage(this.select(filter), SORT_COLUMNS, { limit, cursor, sort });
  }

  /** All matching channels, with the columns that sorting by other values needs. */
  async findMatching(filter: ChannelFilter): Promise<Pick<ChannelEntity, 'id' | 'name'>[]> {
    return this.select(filter).select(['channel.id', 'channel.name']).getMany();
  }

  /** In the order of the ids. Missing channels are omitted. */
  async findMany(ids: readonly string[]): Promise<ChannelEntity[]> {
    const found = await this.dataSource.getRepository(ChannelEntity).findBy({ id: In([...ids]) });
    const byId = new Map(found.map((channel) => [channel.id, channel]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  private select({ provider, enabled, model, search }: ChannelFilter): SelectQueryBuilder<ChannelEntity> {
    const rows = this.dataSource.getRepository(ChannelEntity).createQueryBuilder('channel');
    if (provider !== undefined) rows.andWhere('channel.provider = :provider', { provider });
    if (enabled !== undefined) rows.andWhere('channel.enabled = :enabled', { enabled });
    if (model !== undefined) {
      rows.andWhere('channel.models @> :model::jsonb', { model: JSON.stringify([{ id: model }]) });
    }
    if (search !== undefined)
      rows.andWhere('position(lower(:search) IN lower(channel.name)) > 0', { search });
    return rows;
  }

  async find(id: string): Promise<ChannelEntity | null> {
    return this.dataSource.getRepository(ChannelEntity).findOneBy({ id });
  }

  /** The ids of channels, by their names. */
  async findIds(names: Iterable<string>): Promise<ReadonlyMap<string, string>> {
    const channels = await this.dataSource
      .getRepository(ChannelEntity)
      .find({ where: { name: In([...new Set(names)]) }, select: { id: true, name: true } });
    return new Map(channels.map(({ id, name }) => [name, id]));
  }

  /** The current names of channels, by their ids. */
  async findNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const channels = await this.dataSource
      .getRepository(ChannelEntity)
      .find({ where: { id: In([...ids]) }, select: { id: true, name: true } });
    return new Map(channels.map(({ id, name }) => [id, name]));
  }

  /** Locks the row until the transaction has ended. */
  async lock(transaction: Transaction, id: string): Promise<ChannelEntity | null> {
    return transaction
      .getRepository(ChannelEntity)
      .findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }
}
