import { HARMFUL_CLOCK_OFFSET_MS, compareSchema, findSchemaFaults, measureClockOffset } from '#database';
import { type Check, type DatabaseGiven, fail, ok, warn } from './finding.js';

const NOTICEABLE_MS = 1_000;

const SCHEMA_ADVICE =
  'All migrations are applied, so the table was changed in another way: restore a backup, or change it back.';

export const checkMigrations: Check<DatabaseGiven> = {
  name: 'database',
  async look({ database }) {
    const [version] = await database.query<{ server_version: string }[]>('SHOW server_version');
    const reachable = ok(`PostgreSQL ${version?.server_version ?? ''} answers`);
    const { pending, unknown } = await compareSchema(database);
    if (pending.length > 0) {
      const advice = '"modelgate migrate" brings it up to date, and so does every start.';
      return [reachable, fail(`${pending.length} migrations are not applied yet`, advice)];
    }
    if (unknown.length > 0) {
      const advice = 'It was used by a newer version: run that one.';
      return [reachable, fail(`holds ${unknown.length} migrations that this version does not know`, advice)];
    }
    const faults = await findSchemaFaults(database);
    if (faults.length > 0) {
      return [reachable, ...faults.map((fault) => fail(`its schema differs: ${fault}`, SCHEMA_ADVICE))];
    }
    return [reachable, ok(`its schema is up to date (${database.migrations.length} migrations)`)];
  },
};

/** Expiries, sessions and signed links are told by this clock; what is stored is dated by the database's. */
export const checkClock: Check<DatabaseGiven> = {
  name: 'clock',
  async look({ database }) {
    const apartMs = Math.abs(await measureClockOffset(database));
    const said = `the database's clock is ${(apartMs / 1000).toFixed(1)} s away from ours`;
    const advice = 'Let both machines follow a time server.';
    if (apartMs >= HARMFUL_CLOCK_OFFSET_MS) return [fail(said, advice)];
    return [apartMs >= NOTICEABLE_MS ? warn(said, advice) : ok(said)];
  },
};
