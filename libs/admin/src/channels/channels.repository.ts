import { ChannelEntity } from '#catalog';
import { Database, type Transaction } from '#database';
import { Injectable } from '@nestjs/common';
import { keysetPage } from '../lists/keyset-page.repository.js';
import { type Page } from '../lists/page.js';
import { refuseTakenName } from '../refuse-taken-name.repository.js';
import { type ChannelListQuery } from './channel.dto.js';
import { CHANNEL_SORT_COLUMNS } from './channel-sorts.js';

@Injectable()
export class ChannelsRepository {
  constructor(private readonly database: Database) {}

  async list(query: ChannelListQuery): Promise<Page<ChannelEntity>> {
    const { provider, enabled, model, search, ...paging } = query;
    const rows = this.database.getRepository(ChannelEntity).createQueryBuilder('channel');
    if (provider !== undefined) rows.andWhere('channel.provider = :provider', { provider });
    if (enabled !== undefined) rows.andWhere('channel.enabled = :enabled', { enabled });
    if (model !== undefined) {
      rows.andWhere('channel.models @> :model::jsonb', { model: JSON.stringify([{ id: model }]) });
    }
    if (search !== undefined)
      rows.andWhere('position(lower(:search) IN lower(channel.name)) > 0', { search });
    return keysetPage(rows, CHANNEL_SORT_COLUMNS, paging);
  }

  async find(id: string): Promise<ChannelEntity | null> {
    return this.database.getRepository(ChannelEntity).findOneBy({ id });
  }

  /** Nobody else changes it before the transaction has ended. */
  async lock(transaction: Transaction, id: string): Promise<ChannelEntity | null> {
    return transaction
      .getRepository(ChannelEntity)
      .findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async insert(
    transaction: Transaction,
    channel: Omit<ChannelEntity, 'createdAt' | 'updatedAt'>,
  ): Promise<ChannelEntity> {
    await refuseTakenName('channel', transaction.getRepository(ChannelEntity).insert(channel));
    return transaction.getRepository(ChannelEntity).findOneByOrFail({ id: channel.id });
  }

  async update(
    transaction: Transaction,
    id: string,
    changes: Partial<ChannelEntity>,
  ): Promise<ChannelEntity> {
    await refuseTakenName('channel', transaction.getRepository(ChannelEntity).update({ id }, changes));
    return transaction.getRepository(ChannelEntity).findOneByOrFail({ id });
  }

  async delete(transaction: Transaction, id: string): Promise<void> {
    await transaction.getRepository(ChannelEntity).delete({ id });
  }
}
