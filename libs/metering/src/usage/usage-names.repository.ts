import { type DataSource, type EntityManager } from 'typeorm';
import { type UsageEvent } from './usage-event.js';
import { type NumberedNames, clean, visitNames } from './usage-row.js';

/** More than an installation has in use; beyond that they are simply asked for again. */
const MAX_REMEMBERED = 20_000;

/** The numbers that stand for names in usage rows. A name keeps its number for ever. */
export class UsageNameRepository implements NumberedNames {
  /** By names as events have them, which need not be as they are stored. */
  private readonly known = new Map<string, number>();

  /** Asked within a transaction, it must not outlive it: numbers that are rolled back stand for nothing. */
  constructor(private readonly connection: Pick<DataSource | EntityManager, 'query'>) {}

  /** Known for every name of the events that were learned last. */
  getNumber(name: string): number | undefined {
    return this.known.get(name);
  }

  async learn(events: readonly UsageEvent[]): Promise<void> {
    let unknown = this.findUnknown(events);
    if (unknown.size > 0 && this.known.size + unknown.size > MAX_REMEMBERED) {
      this.known.clear();
      unknown = this.findUnknown(events);
    }
    if (unknown.size === 0) return;
    const stored = new Map([...unknown].map((name) => [name, clean(name)]));
    const numbers = await this.number([...new Set(stored.values())].toSorted());
    for (const [name, storedName] of stored) {
      const number = numbers.get(storedName);
      if (number !== undefined) this.known.set(name, number);
    }
  }

  private findUnknown(events: readonly UsageEvent[]): Set<string> {
    const unknown = new Set<string>();
    const visit = (name: string): void => {
      if (!this.known.has(name)) unknown.add(name);
    };
    for (const event of events) visitNames(event, visit);
    return unknown;
  }

  private async number(names: string[]): Promise<ReadonlyMap<string, number>> {
    const found = await this.find(names);
    const missing = names.filter((name) => !found.has(name));
    if (missing.length === 0) return found;
    await this.connection.query(
      'INSERT INTO usage_names (name) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING',
      [missing],
    );
    return new Map([...found, ...(await this.find(missing))]);
  }

  private async find(names: string[]): Promise<Map<string, number>> {
    const rows = await this.connection.query<{ id: number; name: string }[]>(
      'SELECT id, name FROM usage_names WHERE name = ANY($1)',
      [names],
    );
    return new Map(rows.map(({ id, name }) => [name, id]));
  }
}
