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

  /** Nobody else changes it before the transaction has ended. */
  async lock(id: string): Promise<OwnerEntity | null> {
    return this.owners.findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** What was set in the console or by a command. */
  async put(owner: OwnerSettings): Promise<void> {
    await this.owners.upsert({ ...owner, updatedAt: new Date() }, ['id']);
  }

  async create(owner: OwnerSettings): Promise<void> {
    await this.owners.insert(owner);
  }

  async update(id: string, changes: Partial<OwnerSettings>): Promise<void> {
    await this.owners.update({ id }, changes);
  }
}
