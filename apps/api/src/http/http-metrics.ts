import { TableChanges } from '#database';
import { Limits } from '#limits';
import { Metrics } from '#telemetry';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { BodyLimits } from './body-limits.js';
import { RequestQueue } from './request-queue.js';

const MS_PER_SECOND = 1_000;

/** Metrics of the request queue, the limits, and the memory and disk that request bodies use. */
@Injectable()
export class HttpMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly limits: Limits,
    private readonly queue: RequestQueue,
    private readonly bodies: BodyLimits,
    private readonly changes: TableChanges,
  ) {}

  onModuleInit(): void {
    const { metrics, limits, queue, changes } = this;
    const { memory, disk } = this.bodies;
    metrics.addSource('limits_shared', () => [{ value: limits.isShared ? 1 : 0 }]);
    metrics.addSource('overloaded', () => [{ value: queue.isOverloaded ? 1 : 0 }]);
    metrics.addSource('queue_delay_seconds', () => [{ value: queue.delayMs / MS_PER_SECOND }]);
    metrics.addSource('changes_arriving', () => [{ value: changes.isArriving ? 1 : 0 }]);
    metrics.addSource('held_bytes', () => [
      { place: 'memory', value: memory.usedBytes },
      { place: 'disk', value: disk.usedBytes },
    ]);
    metrics.addSource('held_bytes_limit', () => [
      { place: 'memory', value: memory.maxBytes },
      { place: 'disk', value: disk.maxBytes },
    ]);
  }
}
