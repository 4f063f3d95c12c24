import { pagesOf } from '#database';
import { type AuthorizedChange } from '#rights';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, type Repository } from 'typeorm';
import { ModelEntity } from './model.entity.js';
import { type ModelSettings } from './model-settings.js';

/** A row without the columns that the database sets. */
export type ModelRow = Omit<ModelEntity, 'createdAt' | 'updatedAt'>;

@Injectable()
export class ModelRepository {
  private readonly models: Repository<ModelEntity>;

  constructor(@InjectDataSource() dataSource: Pick<DataSource, 'getRepository'>) {
    this.models = dataSource.getRepository(ModelEntity);
  }

  async findAll(): Promise<ModelEntity[]> {
    return this.models.find();
  }

  findPages(): AsyncGenerator<ModelEntity[]> {
    return pagesOf(this.models);
  }

  /** Models that were removed from the config file are disabled. */
  async findEnabled(): Promise<ModelEntity[]> {
    return this.models.findBy({ enabled: true });
  }

  /** Locks the row until the transaction has ended. */
  async lockEnabled(id: string): Promise<ModelEntity | null> {
    return this.models.findOne({ where: { id, enabled: true }, lock: { mode: 'pessimistic_write' } });
  }

  async save({ after }: AuthorizedChange<'model', ModelRow | undefined, ModelRow>): Promise<void> {
    const { id, capabilities, price, deadlineMinutes, fallbacks, strategy, hedgeMs, timeouts, realtime } =
      after;
    const settings = {
      capabilities,
      price,
      deadlineMinutes,
      fallbacks,
      strategy,
      hedgeMs,
      timeouts,
      realtime,
    } satisfies ModelSettings;
    const { enabled, origin } = after;
    await this.models.upsert({ id, ...settings, enabled, origin, updatedAt: new Date() }, ['id']);
  }

  async delete({ before }: AuthorizedChange<'model', ModelRow, undefined>): Promise<void> {
    await this.models.delete({ id: before.id });
  }
}
