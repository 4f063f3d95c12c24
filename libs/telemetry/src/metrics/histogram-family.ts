import { type Histogram, type Registry } from 'prom-client';
import { Children } from './children.js';
import { type FamilyOptions, type FamilyReport, type ReportedValue, toLabels } from './family-report.js';

const MS_PER_SECOND = 1_000;

/** Counts of durations or other amounts by bucket. */
export class Buckets {
  /** The count of each bucket; the last one is for amounts above all bounds. */
  readonly counts: number[];
  sum = 0;

  constructor(private readonly bounds: readonly number[]) {
    this.counts = Array.from({ length: bounds.length + 1 }, () => 0);
  }

  /** Counts a duration. The bounds are in seconds. */
  observe(durationMs: number): void {
    this.observeAmount(durationMs / MS_PER_SECOND);
  }

  /** Ignores invalid amounts, so that no request fails because of them. */
  observeAmount(amount: number): void {
    if (!(amount >= 0 && Number.isFinite(amount))) return;
    let bucket = 0;
    while (amount > (this.bounds[bucket] ?? Infinity)) bucket += 1;
    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1;
    this.sum += amount;
  }
}

/** Histograms with labels. */
export class HistogramFamily<Label extends string = never> {
  private readonly members: { labels: Record<string, string>; buckets: Buckets }[] = [];
  private readonly children: Children<Buckets>;

  constructor(
    registry: Registry,
    private readonly options: FamilyOptions<Label> & { bounds: readonly number[] },
  ) {
    this.children = new Children(options.max, (...values) => this.add(values));
    registry.registerMetric({ name: options.name, get: () => this.report() } as unknown as Histogram);
  }

  get(...values: string[]): Buckets {
    return this.children.get(...values);
  }

  private add(values: string[]): Buckets {
    const buckets = new Buckets(this.options.bounds);
    this.members.push({ labels: toLabels(this.options.labels, values), buckets });
    return buckets;
  }

  private report(): FamilyReport {
    const { name, help } = this.options;
    const values = this.members.flatMap(({ labels, buckets }) => this.buildValues(labels, buckets));
    return { name, help, type: 'histogram', aggregator: 'sum', values };
  }

  private buildValues(labels: Record<string, string>, { counts, sum }: Buckets): ReportedValue[] {
    const { name, bounds } = this.options;
    let count = 0;
    const series = [...bounds, '+Inf'].map((bound, index) => {
      count += counts[index] ?? 0;
      return { metricName: `${name}_bucket`, labels: { ...labels, le: bound }, value: count };
    });
    return [
      ...series,
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: count },
    ];
  }
}
