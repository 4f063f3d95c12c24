const MAX_DEPTH = 200;

/**
 * One text for all the ways to write the same value: members in order of their names, no spaces. Only the members of
 * `properties` stay as they come: models fill in a schema in the order in which it is written.
 */
export function canonicalJson(value: unknown): string {
  return write(value, { depth: 0, isOrdered: false });
}

interface Position {
  depth: number;
  /** Whether the order of members means something here. */
  isOrdered: boolean;
}

function write(value: unknown, { depth, isOrdered }: Position): string {
  if (depth > MAX_DEPTH) throw new RangeError('nested too deeply');
  // Written as JSON, all of these would be null.
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('no finite number');
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const next = depth + 1;
  if (Array.isArray(value)) {
    return `[${value.map((item) => write(item, { depth: next, isOrdered: false })).join(',')}]`;
  }
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  const members = isOrdered ? entries : entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
  const texts = members.map(([name, member]) => {
    const text = write(member, { depth: next, isOrdered: name === 'properties' });
    return `${JSON.stringify(name)}:${text}`;
  });
  return `{${texts.join(',')}}`;
}
