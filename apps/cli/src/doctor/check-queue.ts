import { type Check, type DatabaseGiven, type Found, describeFault, fail, ok, warn } from './finding.js';

export const checkQueue: Check<DatabaseGiven> = {
  name: 'queue',
  async look({ config: { redisUrl } }) {
    if (redisUrl === undefined) return [ok('lives in the database')];
    // Loaded only where it is needed: a queue is much code.
    const { checkRedis } = await import('#jobs');
    try {
      const { evictionPolicy, unsupported } = await checkRedis(redisUrl);
      if (unsupported !== undefined)
        return [fail(`Redis ${unsupported}`, 'Correct REDIS_URL; the gateway does not start with it.')];
      return [ok('Redis answers'), ...judgeEviction(evictionPolicy)];
    } catch (error) {
      const advice =
        'Start it, or correct REDIS_URL; until then work is found later, and limits are not shared.';
      return [fail(`Redis does not answer: ${describeFault(error)}`, advice)];
    }
  },
};

/** A queue or a counter that is dropped to make room is lost: Redis is to refuse new ones instead. */
function judgeEviction(policy: string | undefined): Found[] {
  if (policy === undefined) {
    const advice = 'Make sure that maxmemory-policy is noeviction.';
    return [warn('Redis does not tell what it does when it is full', advice)];
  }
  if (policy === 'noeviction') return [ok('Redis drops nothing when it is full (noeviction)')];
  const advice = 'Set maxmemory-policy to noeviction: jobs and limits would be lost.';
  return [fail(`Redis drops keys when it is full (${policy})`, advice)];
}
