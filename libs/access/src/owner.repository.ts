import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, type Repository } from 'typeorm';
import { OwnerEntity } from './owner.entity.js';

export type OwnerSettings = Omit<OwnerEntity, 'createdAt' | 'updatedAt'>;

@Injectable()
export class OwnerRepository {
  private readonly owners: Repository<OwnerEntity>;

  constructor(@InjectDataSource() dataSource: Pick<DataSource, 'getRepository'>) {
    this.owners = dataSource.getRepository(OwnerEntity);
  }

  async findAll(): Promise<OwnerEntity[]> {
    return this.owners.find();
  }

  async create(owner: OwnerSettings): Promise<void> {
    await this.owners.insert(owner);
  }

  async update(id: string, changes: Partial<OwnerSettings>): Promise<void> {
    await this.owners.update({ id }, changes);
  }
}
