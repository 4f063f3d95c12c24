import { type ByteBudget } from '#limits';
import { type Metrics } from '#telemetry';
import { type GatewayParts } from '../gateway-parts.js';

type Sources = Pick<GatewayParts, 'catalog' | 'health' | 'journal' | 'limits' | 'http' | 'memory'> & {
  disk: ByteBudget;
};

/** Addresses of former channels are still known; whoever has had so many sees only some. */
const MOST_ADDRESSES = 500;

/** What is not counted but looked up when somebody asks. */
export function addMetricsSources(
  metrics: Metrics,
  { catalog, health, journal, limits, http, memory, disk }: Sources,
): void {
  metrics.addSource('channel_state', () =>
    health
      .snapshot(catalog.activeChannels)
      .flatMap(({ channel, upstreamModel: model, state }) =>
        model === undefined ? [] : [{ channel, model, state, value: 1 }],
      ),
  );
  metrics.addSource('channel_key_refused', () => {
    const refused = health.snapshot(catalog.activeChannels).filter(({ state }) => state === 'key-refused');
    return [...new Set(refused.map(({ channel }) => channel))].map((channel) => ({ channel, value: 1 }));
  });
  const addresses = () => http.uses.slice(0, MOST_ADDRESSES);
  metrics.addSource('upstream_connections', () =>
    addresses().map(({ address, inUse }) => ({ address, value: inUse })),
  );
  metrics.addSource('upstream_connections_limit', () =>
    addresses().map(({ address, limit }) => ({ address, value: limit })),
  );
  http.onRefused = (address) => metrics.connectionRefused(address);
  metrics.addSource('limits_shared', () => [{ value: limits.isShared ? 1 : 0 }]);
  metrics.addSource('held_bytes', () => [
    { place: 'memory', value: memory.usedBytes },
    { place: 'disk', value: disk.usedBytes },
  ]);
  metrics.addSource('held_bytes_limit', () => [
    { place: 'memory', value: memory.maxBytes },
    { place: 'disk', value: disk.maxBytes },
  ]);
  metrics.addSource('usage_spool_events', () => [{ value: journal.waitingEvents }]);
  metrics.addSource('usage_spool_durable', () => [{ value: journal.isDurable ? 1 : 0 }]);
}
