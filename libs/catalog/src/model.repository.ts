import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, type EntityManager, type Repository } from 'typeorm';
import { ModelEntity } from './model.entity.js';
import { type ModelSettings } from './model-settings.js';

@Injectable()
export class ModelRepository {
  private readonly models: Repository<ModelEntity>;

  constructor(@InjectDataSource() dataSource: Pick<DataSource, 'getRepository'>) {
    this.models = dataSource.getRepository(ModelEntity);
  }

  async findAll(): Promise<ModelEntity[]> {
    return this.models.find();
  }

  /** Those that have left the config file say nothing any more. */
  async findEnabled(): Promise<ModelEntity[]> {
    return this.models.findBy({ enabled: true });
  }

  /** Nobody else changes it before the transaction has ended. */
  async lockEnabled(transaction: EntityManager, id: string): Promise<ModelEntity | null> {
    return transaction
      .getRepository(ModelEntity)
      .findOne({ where: { id, enabled: true }, lock: { mode: 'pessimistic_write' } });
  }

  /** What was set in the console. */
  async set(transaction: EntityManager, id: string, settings: ModelSettings): Promise<void> {
    const row = { id, ...settings, enabled: true, origin: 'console' as const, updatedAt: new Date() };
    await transaction.getRepository(ModelEntity).upsert(row, ['id']);
  }

  async delete(transaction: EntityManager, id: string): Promise<void> {
    await transaction.getRepository(ModelEntity).delete({ id });
  }

  async create(model: Omit<ModelEntity, 'enabled' | 'createdAt' | 'updatedAt'>): Promise<void> {
    await this.models.insert({ ...model, enabled: true });
  }

  async update(id: string, changes: Partial<ModelEntity>): Promise<void> {
    await this.models.update({ id }, changes);
  }
}
