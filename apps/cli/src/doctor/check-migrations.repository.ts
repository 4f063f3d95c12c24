import { type Database } from '#database';
import { type DatabaseGiven } from './database-given.js';
import { type Check, fail, ok } from './finding.js';

const NO_SUCH_TABLE = '42P01';

export const checkMigrations: Check<DatabaseGiven> = {
  name: 'database',
  async look({ database }) {
    const [version] = await database.query<{ server_version: string }[]>('SHOW server_version');
    const reachable = ok(`PostgreSQL ${version?.server_version ?? ''} answers`);
    const applied = new Set(await appliedMigrations(database));
    const ours = database.migrations.map(({ name, constructor }) => name ?? constructor.name);
    const pending = ours.filter((name) => !applied.has(name));
    const unknown = [...applied].filter((name) => !ours.includes(name));
    if (pending.length > 0) {
      const advice = '"modelgate migrate" brings it up to date, and so does every start.';
      return [reachable, fail(`${pending.length} migrations are not applied yet`, advice)];
    }
    if (unknown.length > 0) {
      const advice = 'It was used by a newer version: run that one.';
      return [reachable, fail(`holds ${unknown.length} migrations that this version does not know`, advice)];
    }
    return [reachable, ok(`its schema is up to date (${ours.length} migrations)`)];
  },
};

async function appliedMigrations(database: Database): Promise<string[]> {
  try {
    const rows = await database.query<{ name: string }[]>('SELECT name FROM migrations');
    return rows.map(({ name }) => name);
  } catch (error) {
    if ((error as { code?: unknown }).code === NO_SUCH_TABLE) return [];
    throw error;
  }
}
