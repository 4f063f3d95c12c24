import { type Database } from '#database';
import { type Check, type DatabaseGiven, fail, ok, warn } from './finding.js';

const NO_SUCH_TABLE = '42P01';

const NOTICEABLE_MS = 1_000;
const HARMFUL_MS = 30_000;

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

/** Expiries, sessions and signed links are told by this clock; what is stored is dated by the database's. */
export const checkClock: Check<DatabaseGiven> = {
  name: 'clock',
  async look({ database }) {
    const askedAt = Date.now();
    const [row] = await database.query<{ now: string }[]>(
      'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::text AS now',
    );
    const answeredAt = Date.now();
    const apartMs = Math.round(Number(row?.now) - (askedAt + answeredAt) / 2);
    // What the question took on its way is not a difference.
    const certainMs = Math.max(0, Math.abs(apartMs) - (answeredAt - askedAt) / 2);
    const said = `the database's clock is ${(certainMs / 1000).toFixed(1)} s away from ours`;
    const advice = 'Let both machines follow a time server.';
    if (certainMs >= HARMFUL_MS) return [fail(said, advice)];
    return [certainMs >= NOTICEABLE_MS ? warn(said, advice) : ok(said)];
  },
};
