import { type AuthorizedChange } from '#rights';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type EntityManager } from 'typeorm';

/** An entry that was enabled or disabled against the config file. It applies until it is cleared. */
export interface ConfigOverride {
  entryId: string;
  kind: 'channel' | 'token';
  /** The effective value. */
  enabled: boolean;
  /** The value of the config file. */
  declared: boolean;
  setBy: string;
  setAt: Date;
}

/** The change of the entry itself. */
export type EntryChange = (AuthorizedChange<'channel'> | AuthorizedChange<'token'>) & {
  readonly after: { readonly id: string; readonly enabled: boolean };
};

/** The change of the file that declares the entries. */
type FileChange = AuthorizedChange<'config'> & {
  readonly after: { readonly declarations: ReadonlyMap<string, boolean> };
};

const COLUMNS = 'entry_id AS "entryId", kind, enabled, declared, set_by AS "setBy", set_at AS "setAt"';

/** Takes a data source, or the entity manager of a transaction. */
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

  /** Stores the override of an entry. */
  async save(
    { kind, after: { id, enabled } }: EntryChange,
    { declared, setBy }: Pick<ConfigOverride, 'declared' | 'setBy'>,
  ): Promise<void> {
    await this.database.query(
      `INSERT INTO config_overrides (entry_id, kind, enabled, declared, set_by) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (entry_id) DO UPDATE SET enabled = excluded.enabled, declared = excluded.declared,
         set_by = excluded.set_by, set_at = now()`,
      [id, kind, enabled, declared, setBy],
    );
  }

  /** Stores the new values of the file for entries that are overridden. */
  async updateDeclared({ after: { declarations } }: FileChange): Promise<void> {
    for (const [entryId, declared] of declarations)
      await this.database.query('UPDATE config_overrides SET declared = $2 WHERE entry_id = $1', [
        entryId,
        declared,
      ]);
  }

  async remove({ after: { id } }: EntryChange): Promise<void> {
    await this.database.query('DELETE FROM config_overrides WHERE entry_id = $1', [id]);
  }
}
