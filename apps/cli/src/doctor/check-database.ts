import { HARMFUL_CLOCK_OFFSET_MS, compareSchema, findSchemaFaults, measureClockOffset } from '#database';
import { type Check, type DatabaseCheckInput, fail, ok, warn } from './finding.js';

const WARN_CLOCK_OFFSET_MS = 1_000;

const SCHEMA_ADVICE =
  'All migrations are applied, so the table was changed manually. Undo that change or restore a backup.';

export const checkMigrations: Check<DatabaseCheckInput> = {
  name: 'database',
  async run({ database }) {
    const [version] = await database.query<{ server_version: string }[]>('SHOW server_version');
    const reachable = ok(`PostgreSQL ${version?.server_version ?? ''} responds`);
    const { pending, unknown } = await compareSchema(database);
    if (pending.length > 0) {
      const advice = 'Run "modelgate migrate", or start the gateway.';
      return [reachable, fail(`${pending.length} migrations are not applied yet`, advice)];
    }
    if (unknown.length > 0) {
      const advice = 'The database was used by a newer version of Modelgate. Run that version.';
      return [
        reachable,
        fail(`contains ${unknown.length} migrations that are unknown to this version`, advice),
      ];
    }
    const faults = await findSchemaFaults(database);
    if (faults.length > 0) {
      return [reachable, ...faults.map((fault) => fail(`the schema differs: ${fault}`, SCHEMA_ADVICE))];
    }
    return [reachable, ok(`the schema is up to date (${database.migrations.length} migrations)`)];
  },
};

/** Expiries, sessions and signed links use the clock of this machine. Stored times use the clock of the database. */
export const checkClock: Check<DatabaseCheckInput> = {
  name: 'clock',
  async run({ database }) {
    const offsetMs = Math.abs(await measureClockOffset(database));
    const message = `the clock of the database differs by ${(offsetMs / 1000).toFixed(1)} s`;
    const advice = 'Synchronize both machines with a time server.';
    if (offsetMs >= HARMFUL_CLOCK_OFFSET_MS) return [fail(message, advice)];
    return [offsetMs >= WARN_CLOCK_OFFSET_MS ? warn(message, advice) : ok(message)];
  },
};
