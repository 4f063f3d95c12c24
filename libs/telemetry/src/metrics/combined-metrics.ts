import { type MetricsSnapshot, combine, toCounters } from './metrics-snapshot.js';
import { API_PROCESSES } from './process-families.js';

/**
 * Combines the metrics of several processes. Counters never decrease: the last counters of a process stay in the sum
 * after it has exited or while it does not respond. Otherwise, Prometheus would take a decrease for a restart and count
 * the whole sum again.
 */
export class CombinedMetrics {
  private readonly lastCounters = new Map<number, MetricsSnapshot>();
  private retired: MetricsSnapshot = [];

  /** `snapshots` are those of the processes that responded. For the `silent` ones, the last counters are used. */
  expose(snapshots: ReadonlyMap<number, MetricsSnapshot>, silent: readonly number[]): Promise<string> {
    for (const [id, snapshot] of snapshots) this.lastCounters.set(id, toCounters(snapshot));
    const lastCounters = silent.map((id) => this.lastCounters.get(id) ?? []);
    return combine([
      ...snapshots.values(),
      ...lastCounters,
      this.retired,
      [buildSilentCount(silent.length)],
    ]).text();
  }

  retire(id: number): void {
    this.retired = combine([this.retired, this.lastCounters.get(id) ?? []]).snapshot;
    this.lastCounters.delete(id);
  }
}

function buildSilentCount(count: number): MetricsSnapshot[number] {
  return {
    ...API_PROCESSES,
    type: 'gauge',
    aggregator: 'sum',
    values: [{ labels: { state: 'silent' }, value: count }],
  };
}
