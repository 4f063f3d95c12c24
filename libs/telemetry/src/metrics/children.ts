const OTHER = 'other';

/** A map by the first label value, then by the second, and so on. The last level contains the members. */
type Level<Child> = Map<string, Level<Child> | { member: Child }>;

/**
 * The members of a metric family by their label values, found without building a string. The number is limited, because
 * Prometheus stores every series for weeks: after `max` members, further label values are folded; after twice as many,
 * all share one member with the labels "other".
 */
export class Children<Child> {
  private readonly root: Level<Child> = new Map();
  private size = 0;

  constructor(
    private readonly max: number,
    private readonly bind: (...values: string[]) => Child,
    /** Reduces the label values of members beyond the maximum. */
    private readonly fold: (values: string[]) => string[] = toOthers,
  ) {}

  get(...values: string[]): Child {
    const existing = this.find(values);
    if (existing !== undefined) return existing.member;
    if (this.size < this.max) return this.add(values);
    const folded = this.fold(values);
    const foldedMember = this.find(folded);
    if (foldedMember !== undefined) return foldedMember.member;
    if (this.size < 2 * this.max) return this.add(folded);
    const others = toOthers(values);
    return this.find(others)?.member ?? this.add(others);
  }

  private find(values: readonly string[]): { member: Child } | undefined {
    let level = this.root;
    for (const value of values) {
      const next = level.get(value);
      if (!(next instanceof Map)) return next;
      level = next;
    }
    // A family without labels has one member.
    const only = level.get('');
    return only instanceof Map ? undefined : only;
  }

  private add(values: string[]): Child {
    const member = this.bind(...values);
    const path = values.length === 0 ? [''] : values;
    let level = this.root;
    for (const value of path.slice(0, -1)) {
      const next = level.get(value) ?? new Map();
      if (!(next instanceof Map))
        throw new Error('the number of label values differs from the number of labels');
      level.set(value, next);
      level = next;
    }
    level.set(path.at(-1) ?? '', { member });
    this.size += 1;
    return member;
  }
}

function toOthers(values: readonly string[]): string[] {
  return values.map(() => OTHER);
}
