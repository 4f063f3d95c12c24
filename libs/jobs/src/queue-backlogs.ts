import { Database, getPoolUse } from '#database';
import { type ProcessMetrics, SampledValue } from '#telemetry';
import { Injectable } from '@nestjs/common';
import { type Backlog, type LeasedTable } from './leased-table.js';

/** More frequent scrapes get the same numbers. */
const READ_EVERY_MS = 5_000;

/** The backlogs of all queues of this program. */
@Injectable()
export class QueueBacklogs {
  private readonly tables = new Map<string, LeasedTable>();
  private readonly sampled = new SampledValue(READ_EVERY_MS, () => this.readAll());

  constructor(private readonly database: Database) {}

  /** Libraries register their queues in `onModuleInit`. */
  register(queue: string, table: LeasedTable): void {
    this.tables.set(queue, table);
  }

  /** Adds metrics of the queues and of the database connections. */
  addTo(metrics: ProcessMetrics): void {
    const { database } = this;
    const addBacklogs = (
      name: 'queue_unfinished' | 'queue_due' | 'queue_oldest_due_seconds',
      getValue: (backlog: Backlog) => number,
    ): void =>
      metrics.addSource(name, async () =>
        (await this.sampled.get()).map(({ queue, backlog }) => ({ queue, value: getValue(backlog) })),
      );
    addBacklogs('queue_unfinished', ({ unfinished }) => unfinished);
    addBacklogs('queue_due', ({ due }) => due);
    addBacklogs('queue_oldest_due_seconds', ({ oldestDueSeconds }) => oldestDueSeconds);
    metrics.addSource('database_connections', () => {
      const { used, idle, waiting } = getPoolUse(database);
      return [
        { state: 'used', value: used },
        { state: 'idle', value: idle },
        { state: 'waiting', value: waiting },
      ];
    });
    metrics.addSource('database_connections_limit', () => [{ value: getPoolUse(database).max }]);
  }

  /** Sequential, so that a scrape does not take several connections from requests. */
  private async readAll(): Promise<{ queue: string; backlog: Backlog }[]> {
    const backlogs: { queue: string; backlog: Backlog }[] = [];
    for (const [queue, table] of this.tables) {
      backlogs.push({ queue, backlog: await table.readBacklog(this.database) });
    }
    return backlogs;
  }
}
