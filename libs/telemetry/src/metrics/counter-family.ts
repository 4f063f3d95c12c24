import { type Counter, type Registry } from 'prom-client';
import { Children } from './children.js';
import { type FamilyOptions, type FamilyReport, labelled } from './family-report.js';

/** A number that only grows. */
export class Tally {
  total = 0;

  /** What cannot be counted is not: no request shall fail for that. */
  add(amount = 1): void {
    if (amount > 0 && Number.isFinite(amount)) this.total += amount;
  }
}

/** Counters that differ in their labels. The library would build a text out of all labels to find a number again. */
export class CounterFamily<Label extends string = never> {
  private readonly members: { labels: Record<string, string>; tally: Tally }[] = [];
  private readonly children: Children<Tally>;

  constructor(
    registry: Registry,
    private readonly options: FamilyOptions<Label>,
  ) {
    this.children = new Children(options.max, (...values) => this.add(values), options.fold);
    registry.registerMetric({ name: options.name, get: () => this.report() } as unknown as Counter);
  }

  /** Label values in the order of their names. The number is there from now on, be it 0. */
  of(...values: string[]): Tally {
    return this.children.of(...values);
  }

  private add(values: string[]): Tally {
    const tally = new Tally();
    this.members.push({ labels: labelled(this.options.labels, values), tally });
    return tally;
  }

  private report(): FamilyReport {
    const { name, help } = this.options;
    const values = this.members.map(({ labels, tally }) => ({ labels, value: tally.total }));
    return { name, help, type: 'counter', aggregator: 'sum', values };
  }
}
