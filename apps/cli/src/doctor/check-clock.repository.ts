import { type DatabaseGiven } from './database-given.js';
import { type Check, fail, ok, warn } from './finding.js';

const NOTICEABLE_MS = 1_000;
const HARMFUL_MS = 30_000;

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
