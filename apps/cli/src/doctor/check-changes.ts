import { ChangeFeed } from '#database';
import { createLogger } from '#telemetry';
import { type Check, type DatabaseCheckInput, fail, ok } from './finding.js';

const TIMEOUT_MS = 3_000;
const CHANNEL = 'modelgate_doctor';

/** A pooler in transaction mode gives the listening connection to another client, so notifications do not arrive. */
export const checkChanges: Check<DatabaseCheckInput> = {
  name: 'changes',
  async run({ address: { url, directUrl }, database }) {
    const logger = createLogger('doctor');
    logger.level = 'silent';
    const isPooled = directUrl !== undefined;
    const feed = new ChangeFeed(directUrl ?? url, logger, CHANNEL);
    try {
      await feed.start({ onChange: async () => undefined, onGap: async () => undefined });
      const announce = (channel: string, text: string): Promise<unknown> =>
        database.query('SELECT pg_notify($1, $2)', [channel, text]);
      if (await feed.receivesNotification(announce, TIMEOUT_MS)) {
        return [ok(isPooled ? 'notifications arrive (direct connection)' : 'notifications arrive')];
      }
    } finally {
      await feed.close();
    }
    const advice = isPooled
      ? 'Set DATABASE_DIRECT_URL to the same database as DATABASE_URL, without a pooler.'
      : 'Set DATABASE_DIRECT_URL to the database itself: DATABASE_URL seems to be a pooler in transaction mode.';
    return [fail('database notifications do not arrive, so changes take up to 30 s', advice)];
  },
};
