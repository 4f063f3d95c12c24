import { type DataSource, type EntityManager } from 'typeorm';

/** More than an installation has in use; beyond that they are simply asked for again. */
const MAX_REMEMBERED = 20_000;

/** The numbers that stand for names in usage rows. A name keeps its number for ever. */
export class UsageNameRepository {
  private readonly known = new Map<string, number>();

  /** Asked within a transaction, it must not outlive it: numbers that are rolled back stand for nothing. */
  constructor(private readonly connection: Pick<DataSource | EntityManager, 'query'>) {}

  async getNumbers(names: ReadonlySet<string>): Promise<ReadonlyMap<string, number>> {
    const numbers = new Map<string, number>();
    const unknown: string[] = [];
    for (const name of names) {
      const number = this.known.get(name);
      if (number === undefined) unknown.push(name);
      else numbers.set(name, number);
    }
    if (unknown.length === 0) return numbers;
    if (this.known.size > MAX_REMEMBERED) this.known.clear();
    for (const { name, id } of await this.learn(unknown.toSorted())) {
      this.known.set(name, id);
      numbers.set(name, id);
    }
    return numbers;
  }

  private async learn(names: string[]): Promise<NumberedName[]> {
    const found = await this.find(names);
    const isFound = new Set(found.map(({ name }) => name));
    const missing = names.filter((name) => !isFound.has(name));
    if (missing.length === 0) return found;
    await this.connection.query(
      'INSERT INTO usage_names (name) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING',
      [missing],
    );
    return [...found, ...(await this.find(missing))];
  }

  private async find(names: string[]): Promise<NumberedName[]> {
    return this.connection.query<NumberedName[]>('SELECT id, name FROM usage_names WHERE name = ANY($1)', [
      names,
    ]);
  }
}

interface NumberedName {
  id: number;
  name: string;
}
