import { type DataSource, type EntityManager } from 'typeorm';
import { type UsageEvent } from './usage-event.js';
import { type NumberedNames, clean, visitNames } from './usage-row.js';

/** More names than an installation uses at a time. At this limit the cache is cleared. */
const MAX_CACHED = 20_000;

/** The numbers that stand for names in usage rows. The number of a name never changes. */
export class UsageNameRepository implements NumberedNames {
  /** By the names in events, which can differ from the cleaned names in the table. */
  private readonly numbers = new Map<string, number>();

  /** With the connection of a transaction, discard the instance afterwards: a rollback makes its numbers invalid. */
  constructor(private readonly connection: Pick<DataSource | EntityManager, 'query'>) {}

  /** Defined for every name of the events that `loadNumbers` was last called with. */
  getNumber(name: string): number | undefined {
    return this.numbers.get(name);
  }

  async loadNumbers(events: readonly UsageEvent[]): Promise<void> {
    let unknown = this.findUnnumbered(events);
    if (unknown.size > 0 && this.numbers.size + unknown.size > MAX_CACHED) {
      this.numbers.clear();
      unknown = this.findUnnumbered(events);
    }
    if (unknown.size === 0) return;
    const stored = new Map([...unknown].map((name) => [name, clean(name)]));
    const numbers = await this.assignNumbers([...new Set(stored.values())].toSorted());
    for (const [name, storedName] of stored) {
      const number = numbers.get(storedName);
      if (number !== undefined) this.numbers.set(name, number);
    }
  }

  private findUnnumbered(events: readonly UsageEvent[]): Set<string> {
    const unknown = new Set<string>();
    const visit = (name: string): void => {
      if (!this.numbers.has(name)) unknown.add(name);
    };
    for (const event of events) visitNames(event, visit);
    return unknown;
  }

  private async assignNumbers(names: string[]): Promise<ReadonlyMap<string, number>> {
    const found = await this.selectNumbers(names);
    const missing = names.filter((name) => !found.has(name));
    if (missing.length === 0) return found;
    await this.connection.query(
      'INSERT INTO usage_names (name) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING',
      [missing],
    );
    return new Map([...found, ...(await this.selectNumbers(missing))]);
  }

  private async selectNumbers(names: string[]): Promise<Map<string, number>> {
    const rows = await this.connection.query<{ id: number; name: string }[]>(
      'SELECT id, name FROM usage_names WHERE name = ANY($1)',
      [names],
    );
    return new Map(rows.map(({ id, name }) => [name, id]));
  }
}
