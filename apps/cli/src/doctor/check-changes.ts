import { ChangeFeed } from '#database';
import { createLogger } from '#telemetry';
import { type Check, type DatabaseGiven, fail, ok } from './finding.js';

const TIMEOUT_MS = 3_000;
const CHANNEL = 'modelgate_doctor';

/** A pooler in transaction mode hands the connection that listens to somebody else: then nothing arrives. */
export const checkChanges: Check<DatabaseGiven> = {
  name: 'changes',
  async look({ address: { url, directUrl }, database }) {
    const logger = createLogger('doctor');
    logger.level = 'silent';
    const isPooled = directUrl !== undefined;
    const feed = new ChangeFeed(directUrl ?? url, logger, CHANNEL);
    try {
      await feed.start({ onChange: async () => undefined, onGap: async () => undefined });
      const announce = (channel: string, text: string): Promise<unknown> =>
        database.query('SELECT pg_notify($1, $2)', [channel, text]);
      if (await feed.hears(announce, TIMEOUT_MS)) {
        return [ok(isPooled ? 'arrive as they are made, past the pooler' : 'arrive as they are made')];
      }
    } finally {
      await feed.close();
    }
    const advice = isPooled
      ? 'DATABASE_DIRECT_URL has to lead to the same database as DATABASE_URL, and to no pooler.'
      : 'Set DATABASE_DIRECT_URL to the address of the database itself: a pooler in transaction mode answers at DATABASE_URL.';
    return [fail('what is announced in the database does not arrive: changes take up to 30 s', advice)];
  },
};
