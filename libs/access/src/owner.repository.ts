import { pagesOf } from '#database';
import { type AuthorizedChange } from '#rights';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, In, type Repository } from 'typeorm';
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

  findPages(): AsyncGenerator<OwnerEntity[]> {
    return pagesOf(this.owners);
  }

  /** The origins of the limits of these owners; owners without limits are missing. */
  async findOrigins(ids: readonly string[]): Promise<ReadonlyMap<string, OwnerEntity['origin']>> {
    const owners = await this.owners.findBy({ id: In([...ids]), enabled: true });
    return new Map(owners.map(({ id, origin }) => [id, origin]));
  }

  /** Locks the row until the transaction ends. */
  async lock(id: string): Promise<OwnerEntity | null> {
    return this.owners.findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async save({ after }: AuthorizedChange<'owner', OwnerSettings | undefined, OwnerSettings>): Promise<void> {
    const { id, rpm, tpm, concurrency, requestsPerDay, budget, enabled, origin } = after;
    const row = { id, rpm, tpm, concurrency, requestsPerDay, budget, enabled, origin, updatedAt: new Date() };
    await this.owners.upsert(row, ['id']);
  }
}
