import {
  type Check,
  type DatabaseCheckInput,
  type CheckResult,
  describeFault,
  fail,
  ok,
  warn,
} from './finding.js';

export const checkQueue: Check<DatabaseCheckInput> = {
  name: 'queue',
  async run({ config: { redisUrl } }) {
    if (redisUrl === undefined) return [ok('the queue is in the database')];
    // The queue code is large, so it is loaded only if needed.
    const { checkRedis } = await import('#jobs');
    try {
      const { evictionPolicy, unsupported } = await checkRedis(redisUrl);
      if (unsupported !== undefined)
        return [fail(`Redis ${unsupported}`, 'Correct REDIS_URL. The gateway cannot start with this value.')];
      return [ok('Redis responds'), ...checkEviction(evictionPolicy)];
    } catch (error) {
      const advice =
        'Start Redis or correct REDIS_URL. Until then jobs are delayed and limits are not shared.';
      return [fail(`Redis does not respond: ${describeFault(error)}`, advice)];
    }
  },
};

/** An evicted queue or counter is lost. With noeviction, Redis rejects new ones instead. */
function checkEviction(policy: string | undefined): CheckResult[] {
  if (policy === undefined) {
    const advice = 'Set maxmemory-policy to noeviction.';
    return [warn('the maxmemory-policy of Redis cannot be read', advice)];
  }
  if (policy === 'noeviction') return [ok('Redis does not evict keys (noeviction)')];
  const advice = 'Set maxmemory-policy to noeviction: jobs and limits would be lost.';
  return [fail(`Redis evicts keys when its memory is full (${policy})`, advice)];
}
