import { type AuthorizedChange } from '#rights';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type EntityManager } from 'typeorm';

/** What somebody has switched against the config file. It counts until it is cleared, whatever is applied meanwhile. */
export interface ConfigOverride {
  entryId: string;
  kind: 'channel' | 'token';
  /** What counts. */
  enabled: boolean;
  /** What the config file says. */
  declared: boolean;
  setBy: string;
  setAt: Date;
}

type EntryChange = AuthorizedChange<'channel'> | AuthorizedChange<'token'>;

const COLUMNS = 'entry_id AS "entryId", kind, enabled, declared, set_by AS "setBy", set_at AS "setAt"';

/** Works on a database, or within a transaction if it is given the manager of one. */
@Injectable()
export class ConfigOverrideRepository {
  constructor(@InjectDataSource() private readonly database: Pick<EntityManager, 'query'>) {}

  async findAll(): Promise<ConfigOverride[]> {
    return this.database.query<ConfigOverride[]>(`SELECT ${COLUMNS} FROM config_overrides ORDER BY set_at`);
  }

  async findByIds(ids: readonly string[]): Promise<ReadonlyMap<string, ConfigOverride>> {
    if (ids.length === 0) return new Map();
    const rows = await this.database.query<ConfigOverride[]>(
      `SELECT ${COLUMNS} FROM config_overrides WHERE entry_id = ANY($1)`,
      [ids],
    );
    return new Map(rows.map((row) => [row.entryId, row]));
  }

  /** The change is that of the entry itself. */
  async put(
    _change: EntryChange,
    { entryId, kind, enabled, declared, setBy }: Omit<ConfigOverride, 'setAt'>,
  ): Promise<void> {
    await this.database.query(
      `INSERT INTO config_overrides (entry_id, kind, enabled, declared, set_by) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (entry_id) DO UPDATE SET enabled = excluded.enabled, declared = excluded.declared,
         set_by = excluded.set_by, set_at = now()`,
      [entryId, kind, enabled, declared, setBy],
    );
  }

  /** The file says something else now. */
  async declare(_change: AuthorizedChange<'config'>, entryId: string, declared: boolean): Promise<void> {
    await this.database.query('UPDATE config_overrides SET declared = $2 WHERE entry_id = $1', [
      entryId,
      declared,
    ]);
  }

  /** The change is that of the entry itself. */
  async remove(_change: EntryChange, entryId: string): Promise<void> {
    await this.database.query('DELETE FROM config_overrides WHERE entry_id = $1', [entryId]);
  }
}
