import { ResponseSpool, ResponseStore } from '#responses';
import { Metrics } from '#telemetry';
import { Injectable, type OnModuleInit } from '@nestjs/common';

/** Counts responses in the spool, which wait for the database, and responses that could not be stored. */
@Injectable()
export class ResponseMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly spool: ResponseSpool,
    private readonly store: ResponseStore,
  ) {}

  onModuleInit(): void {
    const { metrics, spool, store } = this;
    metrics.addSource('responses_on_disk', () => [{ value: spool.size }]);
    store.onNotStored = () => metrics.responseNotStored();
  }
}
