const OTHER = 'other';

/**
 * The members of one family, each bound to its label values and found again by them. Beyond `most`, all further values
 * share one member whose labels say "other": whoever scrapes keeps every one of them for weeks.
 */
export class Children<Child> {
  private readonly members = new Map<string, Child>();

  constructor(
    private readonly max: number,
    private readonly bind: (...values: string[]) => Child,
  ) {}

  of(...values: string[]): Child {
    const known = this.members.get(getKey(values));
    if (known !== undefined) return known;
    return this.members.size < this.max ? this.add(values) : this.others(values.map(() => OTHER));
  }

  private add(values: string[]): Child {
    const child = this.bind(...values);
    this.members.set(getKey(values), child);
    return child;
  }

  /** Somebody may have asked for "other" by that name before. */
  private others(values: string[]): Child {
    return this.members.get(getKey(values)) ?? this.add(values);
  }
}

function getKey(values: readonly string[]): string {
  return values.join('\n');
}
