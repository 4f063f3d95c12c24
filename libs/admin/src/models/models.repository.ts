import {
  type Channel,
  ChannelStateRepository,
  type KnownState,
  ModelEntity,
  type ModelSettings,
} from '#catalog';
import { Database, type Transaction } from '#database';
import { PriceVersionRepository, priceVersionOf } from '#metering';
import { Injectable } from '@nestjs/common';

@Injectable()
export class ModelsRepository {
  private readonly versions = new PriceVersionRepository();

  private readonly states: ChannelStateRepository;

  constructor(private readonly database: Database) {
    this.states = new ChannelStateRepository(database);
  }

  /** How the channels are that serve models. */
  async statesOf(channels: readonly Channel[]): Promise<KnownState[]> {
    return this.states.findOf(channels.map(({ id }) => id));
  }

  /** Those that have left the config file say nothing any more. */
  async findEnabled(): Promise<ModelEntity[]> {
    return this.database.getRepository(ModelEntity).findBy({ enabled: true });
  }

  /** Nobody else changes it before the transaction has ended. */
  async lockEnabled(transaction: Transaction, id: string): Promise<ModelEntity | null> {
    return transaction
      .getRepository(ModelEntity)
      .findOne({ where: { id, enabled: true }, lock: { mode: 'pessimistic_write' } });
  }

  /** Its price is kept for good: what was charged by it can be recomputed when it has changed. */
  async set(transaction: Transaction, id: string, settings: ModelSettings): Promise<void> {
    const row = { id, ...settings, enabled: true, origin: 'console' as const, updatedAt: new Date() };
    await transaction.getRepository(ModelEntity).upsert(row, ['id']);
    const { price } = settings;
    if (price === null) return;
    const kept = { version: priceVersionOf(price), model: id, price, source: 'models[].price' };
    await this.versions.keep(transaction, [kept]);
  }

  async delete(transaction: Transaction, id: string): Promise<void> {
    await transaction.getRepository(ModelEntity).delete({ id });
  }
}
