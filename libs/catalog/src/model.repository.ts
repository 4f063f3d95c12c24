import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, type Repository } from 'typeorm';
import { ModelEntity } from './model.entity.js';

@Injectable()
export class ModelRepository {
  private readonly models: Repository<ModelEntity>;

  constructor(@InjectDataSource() dataSource: Pick<DataSource, 'getRepository'>) {
    this.models = dataSource.getRepository(ModelEntity);
  }

  async findAll(): Promise<ModelEntity[]> {
    return this.models.find();
  }

  async create(model: Omit<ModelEntity, 'enabled' | 'createdAt' | 'updatedAt'>): Promise<void> {
    await this.models.insert({ ...model, enabled: true });
  }

  async update(id: string, changes: Partial<ModelEntity>): Promise<void> {
    await this.models.update({ id }, changes);
  }
}
