import { setImmediate } from 'node:timers/promises';
import { type AuthorizedChange } from '#rights';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type EntityManager } from 'typeorm';
import { type ProviderModels, providerModelsSchema } from './model-facts.js';

export interface StoredModels {
  files: ProviderModels[];
  /** Providers whose stored data this version cannot read. They are ignored. */
  unreadable: string[];
}

type FactsChange = AuthorizedChange<
  'model-facts',
  { provider: string } | undefined,
  ProviderModels | undefined
>;

/** The updated models. Works on a database, or within a transaction with its manager. */
@Injectable()
export class StoredModelsRepository {
  constructor(@InjectDataSource() private readonly database: Pick<EntityManager, 'query'>) {}

  /** Data may be from another version, before an upgrade or after a rollback. */
  async findAll(): Promise<StoredModels> {
    const rows = await this.database.query<{ id: string; facts: unknown }[]>(
      'SELECT id, facts FROM model_facts ORDER BY id',
    );
    const stored: StoredModels = { files: [], unreadable: [] };
    for (const { id, facts } of rows) {
      // Lets the event loop run between providers, some of which have hundreds of models.
      await setImmediate();
      if (isReadable(facts) && facts.provider === id) stored.files.push(facts);
      else stored.unreadable.push(id);
    }
    return stored;
  }

  /** Prevents other changes until the transaction ends. */
  async lock(): Promise<void> {
    await this.database.query('LOCK TABLE model_facts IN SHARE ROW EXCLUSIVE MODE');
  }

  /** The models of a provider without new facts are deleted: then the built-in data counts again. */
  async save({ before, after }: FactsChange): Promise<void> {
    if (after === undefined) {
      await this.database.query('DELETE FROM model_facts WHERE id = $1', [before?.provider]);
      return;
    }
    await this.database.query(
      `INSERT INTO model_facts (id, facts) VALUES ($1, $2)
       ON CONFLICT (id) DO UPDATE SET facts = excluded.facts, updated_at = now()`,
      [after.provider, JSON.stringify(after)],
    );
  }
}

function isReadable(facts: unknown): facts is ProviderModels {
  return providerModelsSchema.safeParse(facts).success;
}
