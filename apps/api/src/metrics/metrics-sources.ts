import { Catalog, ChannelHealth } from '#catalog';
import { HttpTransport } from '#egress';
import { UsageJournal } from '#metering';
import { Metrics } from '#telemetry';
import { Injectable, type OnModuleInit } from '@nestjs/common';

/** Limits the number of time series. Addresses of deleted channels are included. */
const MAX_ADDRESSES = 500;

/** Metrics whose values are read when they are scraped. */
@Injectable()
export class MetricsSources implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly catalog: Catalog,
    private readonly health: ChannelHealth,
    private readonly journal: UsageJournal,
    private readonly http: HttpTransport,
  ) {}

  onModuleInit(): void {
    this.addChannels();
    this.addConnections();
    const { metrics, journal } = this;
    metrics.addSource('usage_spool_events', () => [{ value: journal.waitingEvents }]);
    metrics.addSource('usage_spool_durable', () => [{ value: journal.isDurable ? 1 : 0 }]);
  }

  private addChannels(): void {
    const { metrics, catalog, health } = this;
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
  }

  private addConnections(): void {
    const { metrics, http } = this;
    const addresses = () => http.uses.slice(0, MAX_ADDRESSES);
    metrics.addSource('upstream_connections', () =>
      addresses().map(({ address, inUse }) => ({ address, value: inUse })),
    );
    metrics.addSource('upstream_connections_limit', () =>
      addresses().map(({ address, limit }) => ({ address, value: limit })),
    );
    http.onRefused = (address) => metrics.connectionRefused(address);
  }
}
