import { type Logger } from '#telemetry';
import { type Counters } from './counters/counters.js';
import { FallbackCounters } from './counters/fallback-counters.js';
import { LocalShares } from './counters/local-shares.js';
import { MemoryCounters } from './counters/memory-counters.js';
import { RedisCounters } from './counters/redis-counters.js';

export interface CountersOptions {
  redisUrl?: string;
  /** The configured number of API processes, used if Redis does not provide it. */
  processes: number;
  logger: Logger;
}

/** Chooses the most exact way of counting: shared in Redis, in memory of a single process, or divided by processes. */
export async function createCounters({ redisUrl, processes, logger }: CountersOptions): Promise<Counters> {
  if (redisUrl !== undefined) {
    return FallbackCounters.open(new RedisCounters({ url: redisUrl }), { processes, logger });
  }
  if (processes === 1) return new MemoryCounters();
  logger.info({ processes }, 'no Redis is configured: limits are divided between the processes');
  return new LocalShares(processes);
}
