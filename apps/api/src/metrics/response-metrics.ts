import { ResponseSpool, ResponseStore } from '#responses';
import { Metrics } from '#telemetry';
import { Injectable, type OnModuleInit } from '@nestjs/common';

/** Stored responses that wait for the database, and those that could not be stored at all. */
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
