import {
  type Page,
  type PageRequest,
  type SortColumns,
  type Transaction,
  keysetPage,
  listSorts,
} from '#database';
import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { ChannelEntity } from './channel.entity.js';

const SORT_COLUMNS: SortColumns = {
  name: { column: 'channel.name', type: 'text' },
  created_at: { column: 'channel.created_at', type: 'timestamptz' },
};

export const CHANNEL_SORTS = listSorts(SORT_COLUMNS);

export interface ChannelFilter extends PageRequest {
  sort: string;
  provider?: string;
  enabled?: boolean;
  /** One that the channel lists. */
  model?: string;
  /** A part of the name. */
  search?: string;
}

/** Channels as people list them, and lock them for a change; sealed. */
@Injectable()
export class ChannelListRepository {
  constructor(private readonly dataSource: DataSource) {}

  async list(query: ChannelFilter): Promise<Page<ChannelEntity>> {
    const { provider, enabled, model, search, ...paging } = query;
    const rows = this.dataSource.getRepository(ChannelEntity).createQueryBuilder('channel');
    if (provider !== undefined) rows.andWhere('channel.provider = :provider', { provider });
    if (enabled !== undefined) rows.andWhere('channel.enabled = :enabled', { enabled });
    if (model !== undefined) {
      rows.andWhere('channel.models @> :model::jsonb', { model: JSON.stringify([{ id: model }]) });
    }
    if (search !== undefined)
      rows.andWhere('position(lower(:search) IN lower(channel.name)) > 0', { search });
    return keysetPage(rows, SORT_COLUMNS, paging);
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

  /** What channels are called now, by their ids. */
  async findNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const channels = await this.dataSource
      .getRepository(ChannelEntity)
      .find({ where: { id: In([...ids]) }, select: { id: true, name: true } });
    return new Map(channels.map(({ id, name }) => [id, name]));
  }

  /** Nobody else changes it before the transaction has ended. */
  async lock(transaction: Transaction, id: string): Promise<ChannelEntity | null> {
    return transaction
      .getRepository(ChannelEntity)
      .findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }
}
