import { Database, getPoolUse } from '#database';
import { type ProcessMetrics, SampledValue } from '#telemetry';
import { Injectable } from '@nestjs/common';
import { type Backlog, type LeasedTable } from './leased-table.js';

/** Whoever scrapes more often gets the same numbers. */
const READ_EVERY_MS = 5_000;

/** What waits in the tables of all queues that this program knows. */
@Injectable()
export class QueueBacklogs {
  private readonly tables = new Map<string, LeasedTable>();
  private readonly sampled = new SampledValue(READ_EVERY_MS, () => this.readAll());

  constructor(private readonly database: Database) {}

  /** Libraries say in `onModuleInit` which queues they have. */
  register(queue: string, table: LeasedTable): void {
    this.tables.set(queue, table);
  }

  /** Has metrics tell of the queues, and of the connections to the database that they are in. */
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

  /** One after the other: a scrape shall not take several connections from requests. */
  private async readAll(): Promise<{ queue: string; backlog: Backlog }[]> {
    const backlogs: { queue: string; backlog: Backlog }[] = [];
    for (const [queue, table] of this.tables) {
      backlogs.push({ queue, backlog: await table.readBacklog(this.database) });
    }
    return backlogs;
  }
}
