import { AggregatorRegistry, type Registry } from 'prom-client';
import { type FamilyReport } from './family-report.js';

/** What one process had counted when it was asked. */
export type MetricsSnapshot = readonly FamilyReport[];

export async function getSnapshot(registry: Registry): Promise<MetricsSnapshot> {
  const families = (await registry.getMetricsAsJSON()) as unknown as FamilyReport[];
  // The library hands out the very objects it goes on counting in.
  return structuredClone(families);
}

/** Each family combines in the way that it names itself. */
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

/** What only ever grows: it stays true when the process that counted it is gone. */
export function toCounters(snapshot: MetricsSnapshot): MetricsSnapshot {
  return snapshot.filter(({ type }) => type === 'counter' || type === 'histogram');
}
