import { type Logger } from '#telemetry';
import { type Counters } from './counters/counters.js';
import { FallbackCounters } from './counters/fallback-counters.js';
import { LocalShares } from './counters/local-shares.js';
import { MemoryCounters } from './counters/memory-counters.js';
import { RedisCounters } from './counters/redis-counters.js';

export interface CountersOptions {
  redisUrl?: string;
  /** API processes of this installation, where no Redis says how many there are. */
  processes: number;
  logger: Logger;
}

/** Counting as exact as the installation allows: together through Redis, alone in memory, or divided by processes. */
export async function createCounters({ redisUrl, processes, logger }: CountersOptions): Promise<Counters> {
  if (redisUrl !== undefined) {
    return FallbackCounters.open(new RedisCounters({ url: redisUrl }), { processes, logger });
  }
  if (processes === 1) return new MemoryCounters();
  logger.info({ processes }, 'without Redis every process admits its share of the limits');
  return new LocalShares(processes);
}
