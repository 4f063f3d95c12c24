import { type Counter, type Registry } from 'prom-client';
import { Children } from './children.js';
import { type FamilyOptions, type FamilyReport, toLabels } from './family-report.js';

/** A number that only increases. */
export class CounterValue {
  total = 0;

  /** Ignores invalid amounts, so that no request fails because of them. */
  add(amount = 1): void {
    if (amount > 0 && Number.isFinite(amount)) this.total += amount;
  }
}

/** Counters with labels. Faster than those of prom-client, which builds a string of all labels for each access. */
export class CounterFamily<Label extends string = never> {
  private readonly members: { labels: Record<string, string>; tally: CounterValue }[] = [];
  private readonly children: Children<CounterValue>;

  constructor(
    registry: Registry,
    private readonly options: FamilyOptions<Label>,
  ) {
    this.children = new Children(options.max, (...values) => this.add(values), options.fold);
    registry.registerMetric({ name: options.name, get: () => this.report() } as unknown as Counter);
  }

  /** Takes the label values in the order of their names. The series is exported from now on, even with the value 0. */
  get(...values: string[]): CounterValue {
    return this.children.get(...values);
  }

  private add(values: string[]): CounterValue {
    const tally = new CounterValue();
    this.members.push({ labels: toLabels(this.options.labels, values), tally });
    return tally;
  }

  private report(): FamilyReport {
    const { name, help } = this.options;
    const values = this.members.map(({ labels, tally }) => ({ labels, value: tally.total }));
    return { name, help, type: 'counter', aggregator: 'sum', values };
  }
}
