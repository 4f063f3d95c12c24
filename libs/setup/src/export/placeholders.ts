/** Stand-ins for what must not stand in a file, and what each stands for. */
export class Placeholders {
  private readonly byName = new Map<string, string>();

  /** The value of each variable that the file names. */
  get values(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.byName);
  }

  /** `${NAME}` for a value, under a name made of the words. */
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

  /** A copy of an entry in which texts that a file would take for references are behind one. */
  guard<Entry>(entry: Entry, ...words: readonly string[]): Entry {
    return this.guarded(entry, words) as Entry;
  }

  private guarded(value: unknown, words: readonly string[]): unknown {
    if (typeof value === 'string') return value.includes('${') ? this.secret(value, ...words, 'TEXT') : value;
    if (Array.isArray(value)) return value.map((item) => this.guarded(item, words));
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return Object.fromEntries(members.map(([key, member]) => [key, this.guarded(member, words)]));
  }
}
