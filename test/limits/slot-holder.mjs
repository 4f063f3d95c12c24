/** A process that holds one slot among the running requests of a subject until it is killed. */
import { FallbackCounters, Limits, RedisCounters } from '#limits';
import { createLogger } from '#telemetry';

const [url, id, leaseMs] = process.argv.slice(2);
const counters = await FallbackCounters.open(new RedisCounters({ url, leaseMs: Number(leaseMs) }), {
  processes: 1,
  logger: createLogger('slot-holder'),
  renewEveryMs: 250,
});
await new Limits(counters).admit([{ id, limits: { concurrency: 1 } }], {
  requestId: 'held',
  estimatedTokens: 0,
});
process.stdout.write('held\n');
