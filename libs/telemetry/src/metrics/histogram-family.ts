import { type Histogram, type Registry } from 'prom-client';
import { Children } from './children.js';
import { type FamilyOptions, type FamilyReport, type ReportedValue, labelled } from './family-report.js';

const MS_PER_SECOND = 1_000;

/** Durations, sorted into buckets. */
export class Durations {
  /** How many fell into each bucket; the last is for those above every bound. */
  readonly counts: number[];
  sumSeconds = 0;

  constructor(private readonly boundsSeconds: readonly number[]) {
    this.counts = Array.from({ length: boundsSeconds.length + 1 }, () => 0);
  }

  /** What is not a duration is not counted: no request shall fail for that. */
  observe(durationMs: number): void {
    if (!(durationMs >= 0 && Number.isFinite(durationMs))) return;
    const seconds = durationMs / MS_PER_SECOND;
    let bucket = 0;
    while (seconds > (this.boundsSeconds[bucket] ?? Infinity)) bucket += 1;
    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1;
    this.sumSeconds += seconds;
  }
}

/** Histograms that differ in their labels. */
export class HistogramFamily<Label extends string = never> {
  private readonly members: { labels: Record<string, string>; durations: Durations }[] = [];
  private readonly children: Children<Durations>;

  constructor(
    registry: Registry,
    private readonly options: FamilyOptions<Label> & { boundsSeconds: readonly number[] },
  ) {
    this.children = new Children(options.max, (...values) => this.add(values));
    registry.registerMetric({ name: options.name, get: () => this.report() } as unknown as Histogram);
  }

  of(...values: string[]): Durations {
    return this.children.of(...values);
  }

  private add(values: string[]): Durations {
    const durations = new Durations(this.options.boundsSeconds);
    this.members.push({ labels: labelled(this.options.labels, values), durations });
    return durations;
  }

  private report(): FamilyReport {
    const { name, help } = this.options;
    const values = this.members.flatMap(({ labels, durations }) => this.buildValues(labels, durations));
    return { name, help, type: 'histogram', aggregator: 'sum', values };
  }

  private buildValues(labels: Record<string, string>, { counts, sumSeconds }: Durations): ReportedValue[] {
    const { name, boundsSeconds } = this.options;
    let count = 0;
    const buckets = [...boundsSeconds, '+Inf'].map((bound, index) => {
      count += counts[index] ?? 0;
      return { metricName: `${name}_bucket`, labels: { ...labels, le: bound }, value: count };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: sumSeconds },
      { metricName: `${name}_count`, labels, value: count },
    ];
  }
}
