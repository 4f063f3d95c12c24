import { type MetricsSnapshot, combine, toCounters } from './metrics-snapshot.js';
import { API_PROCESSES } from './process-families.js';

/**
 * The numbers of several processes as those of one. Counters never fall: what a process had counted stays in the sum
 * when it dies, or is too busy to answer. Otherwise each death would look like a burst of traffic to whoever scrapes.
 */
export class CombinedMetrics {
  private readonly lastCounters = new Map<number, MetricsSnapshot>();
  private retired: MetricsSnapshot = [];

  /** `answers` are those of the processes that gave one now; of `silent` ones, counters are as they were last known. */
  expose(answers: ReadonlyMap<number, MetricsSnapshot>, silent: readonly number[]): Promise<string> {
    for (const [id, snapshot] of answers) this.lastCounters.set(id, toCounters(snapshot));
    const remembered = silent.map((id) => this.lastCounters.get(id) ?? []);
    return combine([
      ...answers.values(),
      ...remembered,
      this.retired,
      [processesSilent(silent.length)],
    ]).text();
  }

  retire(id: number): void {
    this.retired = combine([this.retired, this.lastCounters.get(id) ?? []]).snapshot;
    this.lastCounters.delete(id);
  }
}

function processesSilent(count: number): MetricsSnapshot[number] {
  return {
    ...API_PROCESSES,
    type: 'gauge',
    aggregator: 'sum',
    values: [{ labels: { state: 'silent' }, value: count }],
  };
}
