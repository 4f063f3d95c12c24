import { type AuthorizedChange } from '#rights';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type EntityManager } from 'typeorm';
import { type SettingKey, type SettingValues } from './setting-values.js';

export interface StoredSetting {
  key: string;
  value: unknown;
  updatedAt: Date;
}

interface NewSetting {
  key: SettingKey;
  value: SettingValues[SettingKey];
}

type SettingChange = AuthorizedChange<'setting', NewSetting | undefined, NewSetting | undefined>;

/** The settings of the console. Takes a data source, or the entity manager of a transaction. */
@Injectable()
export class SettingRepository {
  constructor(@InjectDataSource() private readonly database: Pick<EntityManager, 'query'>) {}

  async findAll(): Promise<StoredSetting[]> {
    return this.database.query<StoredSetting[]>(
      'SELECT id AS key, value, updated_at AS "updatedAt" FROM settings',
    );
  }

  /** Blocks other changes of settings until the transaction ends. */
  async lock(): Promise<void> {
    await this.database.query('LOCK TABLE settings IN SHARE ROW EXCLUSIVE MODE');
  }

  /** A setting without a new value is deleted. */
  async save({ before, after }: SettingChange): Promise<void> {
    if (after === undefined) {
      await this.database.query('DELETE FROM settings WHERE id = $1', [before?.key]);
      return;
    }
    await this.database.query(
      `INSERT INTO settings (id, value) VALUES ($1, $2)
       ON CONFLICT (id) DO UPDATE SET value = excluded.value, updated_at = now()`,
      [after.key, JSON.stringify(after.value)],
    );
  }
}
