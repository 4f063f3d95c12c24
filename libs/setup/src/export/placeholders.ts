/** Replaces secrets by references to variables, and collects the values of the variables. */
export class Placeholders {
  private readonly byName = new Map<string, string>();

  /** The values of all variables, by name. */
  get values(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.byName);
  }

  /** Returns `${NAME}` for a value. The name consists of the words. */
  secret(value: string, ...words: readonly string[]): string {
    const base = words
      .join('_')
      .toUpperCase()
      .replaceAll(/[^A-Z0-9]+/g, '_')
      .replace(/^(?=\d)/, '_');
    let name = base;
    for (let count = 2; this.byName.has(name); count += 1) name = `${base}_${count}`;
    this.byName.set(name, value);
    return `\${${name}}`;
  }

  /** Returns a copy of an entry in which each text that contains `${` is replaced by a reference. */
  guard<Entry>(entry: Entry, ...words: readonly string[]): Entry {
    return this.guardValue(entry, words) as Entry;
  }

  private guardValue(value: unknown, words: readonly string[]): unknown {
    if (typeof value === 'string') return value.includes('${') ? this.secret(value, ...words, 'TEXT') : value;
    if (Array.isArray(value)) return value.map((item) => this.guardValue(item, words));
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return Object.fromEntries(members.map(([key, member]) => [key, this.guardValue(member, words)]));
  }
}
