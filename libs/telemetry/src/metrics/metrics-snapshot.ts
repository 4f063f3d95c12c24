import { AggregatorRegistry, type Registry } from 'prom-client';
import { type FamilyReport } from './family-report.js';

/** The metrics of one process at one time. */
export type MetricsSnapshot = readonly FamilyReport[];

export async function getSnapshot(registry: Registry): Promise<MetricsSnapshot> {
  const families = (await registry.getMetricsAsJSON()) as unknown as FamilyReport[];
  // The library returns the objects in which it continues to count.
  return structuredClone(families);
}

/** Combines each family by its `aggregator`. */
export function combine(snapshots: readonly MetricsSnapshot[]): {
  snapshot: MetricsSnapshot;
  text: () => Promise<string>;
} {
  const registry = AggregatorRegistry.aggregate([...snapshots]);
  return {
    snapshot: registry.getMetricsAsArray() as unknown as FamilyReport[],
    text: () => registry.metrics(),
  };
}

/** The families that only increase, which stay valid after their process has exited. */
export function toCounters(snapshot: MetricsSnapshot): MetricsSnapshot {
  return snapshot.filter(({ type }) => type === 'counter' || type === 'histogram');
}
