const OTHER = 'other';

/** By the first label value, then by the second, and so on; at the last one stands the member itself. */
type Level<Child> = Map<string, Level<Child> | { member: Child }>;

/**
 * The members of one family, each bound to its label values and found again by them without building a text. Once there
 * are `max`, further values are folded first, as the family says; once there are twice as many, they all share one member
 * whose labels say "other". Prometheus keeps every series for weeks, so there must be a bound.
 */
export class Children<Child> {
  private readonly root: Level<Child> = new Map();
  private size = 0;

  constructor(
    private readonly max: number,
    private readonly bind: (...values: string[]) => Child,
    /** What becomes of the labels of a member too many. */
    private readonly fold: (values: string[]) => string[] = allOther,
  ) {}

  of(...values: string[]): Child {
    const known = this.find(values);
    if (known !== undefined) return known.member;
    if (this.size < this.max) return this.add(values);
    const folded = this.fold(values);
    const foldedMember = this.find(folded);
    if (foldedMember !== undefined) return foldedMember.member;
    if (this.size < 2 * this.max) return this.add(folded);
    const others = allOther(values);
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
      if (!(next instanceof Map)) throw new Error('a family has as many values as labels');
      level.set(value, next);
      level = next;
    }
    level.set(path.at(-1) ?? '', { member });
    this.size += 1;
    return member;
  }
}

function allOther(values: readonly string[]): string[] {
  return values.map(() => OTHER);
}
