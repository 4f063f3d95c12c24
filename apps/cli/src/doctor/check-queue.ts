import { type Check, type DatabaseGiven, describeFault, fail, ok } from './finding.js';

export const checkQueue: Check<DatabaseGiven> = {
  name: 'queue',
  async look({ config: { redisUrl } }) {
    if (redisUrl === undefined) return [ok('lives in the database')];
    // Loaded only where it is needed: a queue is much code.
    const { checkRedis } = await import('#jobs');
    try {
      await checkRedis(redisUrl);
      return [ok('Redis answers')];
    } catch (error) {
      const advice =
        'Start it, or correct REDIS_URL; until then work is found later, and limits are not shared.';
      return [fail(`Redis does not answer: ${describeFault(error)}`, advice)];
    }
  },
};
