import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type EntityManager } from 'typeorm';
import { type ProviderModels } from './model-facts.js';

/** Models that were brought up to date. Works on a database, or within a transaction if it is given the manager of one. */
@Injectable()
export class StoredModelsRepository {
  constructor(@InjectDataSource() private readonly database: Pick<EntityManager, 'query'>) {}

  async findAll(): Promise<ProviderModels[]> {
    const rows = await this.database.query<{ facts: ProviderModels }[]>(
      'SELECT facts FROM model_facts ORDER BY id',
    );
    return rows.map(({ facts }) => facts);
  }

  /** Nobody else changes any before the transaction has ended. */
  async lock(): Promise<void> {
    await this.database.query('LOCK TABLE model_facts IN SHARE ROW EXCLUSIVE MODE');
  }

  async put(file: ProviderModels): Promise<void> {
    await this.database.query(
      `INSERT INTO model_facts (id, facts) VALUES ($1, $2)
       ON CONFLICT (id) DO UPDATE SET facts = excluded.facts, updated_at = now()`,
      [file.provider, JSON.stringify(file)],
    );
  }

  async removeAll(): Promise<void> {
    await this.database.query('DELETE FROM model_facts');
  }
}
