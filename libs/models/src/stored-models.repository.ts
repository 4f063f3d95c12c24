import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type EntityManager } from 'typeorm';
import { type ProviderModels, providerModelsSchema } from './model-facts.js';

export interface StoredModels {
  files: ProviderModels[];
  /** Providers of which something is stored in a form that this version does not know: it counts for nothing. */
  unreadable: string[];
}

/** Models that were brought up to date. Works on a database, or within a transaction if it is given the manager of one. */
@Injectable()
export class StoredModelsRepository {
  constructor(@InjectDataSource() private readonly database: Pick<EntityManager, 'query'>) {}

  /** Another version may have stored them, before an upgrade or after one that was taken back. */
  async findAll(): Promise<StoredModels> {
    const rows = await this.database.query<{ id: string; facts: unknown }[]>(
      'SELECT id, facts FROM model_facts ORDER BY id',
    );
    const stored: StoredModels = { files: [], unreadable: [] };
    for (const { id, facts } of rows) {
      // Whatever else there is to do is done between two providers, some of which have hundreds of models.
      await setImmediate();
      if (isReadable(facts) && facts.provider === id) stored.files.push(facts);
      else stored.unreadable.push(id);
    }
    return stored;
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

  async remove(providers: readonly string[]): Promise<void> {
    await this.database.query('DELETE FROM model_facts WHERE id = ANY($1)', [providers]);
  }

  async removeAll(): Promise<void> {
    await this.database.query('DELETE FROM model_facts');
  }
}

function isReadable(facts: unknown): facts is ProviderModels {
  return providerModelsSchema.safeParse(facts).success;
}
