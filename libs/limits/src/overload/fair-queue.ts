interface Waiting<Item> {
  item: Item;
  units: number;
}

interface Tenant<Item> {
  waiting: Waiting<Item>[];
  /** The work done for this tenant, on a scale shared by all tenants. */
  virtualTime: number;
}

const MAX_IDLE_TENANTS = 1_000;

/**
 * Requests that wait to be served, with one line per tenant. The next request is taken from the tenant with the least
 * work done (start-time fair queueing), so that a tenant with few requests does not wait for one with many.
 */
export class FairQueue<Item> {
  size = 0;
  private readonly tenants = new Map<string, Tenant<Item>>();
  private virtualTime = 0;

  constructor(private readonly maxSize: number) {}

  /** Returns the request that is dropped if the queue is full: the last one of the longest line. */
  add(tenantKey: string, item: Item, units: number): Item | undefined {
    const tenant = this.getTenant(tenantKey);
    tenant.waiting.push({ item, units });
    this.size += 1;
    if (this.size <= this.maxSize) return undefined;
    this.size -= 1;
    return this.findLongest().waiting.pop()?.item;
  }

  /** Undefined if no request waits, or if the next one is more work than this. */
  take(maxUnits = Infinity): Waiting<Item> | undefined {
    let next: [string, Tenant<Item>] | undefined;
    for (const entry of this.tenants) {
      if (entry[1].waiting.length === 0) continue;
      if (next === undefined || entry[1].virtualTime < next[1].virtualTime) next = entry;
    }
    if (next === undefined) return undefined;
    const [tenantKey, tenant] = next;
    const [taken] = tenant.waiting;
    if (taken === undefined || taken.units > maxUnits) return undefined;
    tenant.waiting.shift();
    this.size -= 1;
    this.virtualTime = Math.max(this.virtualTime, tenant.virtualTime);
    tenant.virtualTime = this.virtualTime + taken.units;
    if (this.size === 0) this.tenants.clear();
    else if (tenant.waiting.length === 0) this.removeIdle(tenantKey);
    return taken;
  }

  /** Takes the overdue requests at the front of each line, at most `maxCount`, starting with the longest line. */
  takeOverdue(isOverdue: (item: Item) => boolean, maxCount: number): Item[] {
    const lines = [...this.tenants.values()].filter(
      ({ waiting: [first] }) => first !== undefined && isOverdue(first.item),
    );
    lines.sort((left, right) => right.waiting.length - left.waiting.length);
    const overdue: Item[] = [];
    for (const { waiting } of lines) {
      const end = waiting.findIndex(({ item }) => !isOverdue(item));
      const count = Math.min(end === -1 ? waiting.length : end, maxCount - overdue.length);
      for (const { item } of waiting.splice(0, count)) overdue.push(item);
    }
    this.size -= overdue.length;
    if (this.size === 0) this.tenants.clear();
    return overdue;
  }

  /** Adds work that a request turned out to need after it was taken. */
  charge(tenantKey: string, units: number): void {
    const tenant = this.tenants.get(tenantKey);
    if (tenant !== undefined) tenant.virtualTime += units;
  }

  private getTenant(tenantKey: string): Tenant<Item> {
    const tenant = this.tenants.get(tenantKey);
    if (tenant === undefined) {
      const created: Tenant<Item> = { waiting: [], virtualTime: this.virtualTime };
      this.tenants.set(tenantKey, created);
      return created;
    }
    // A tenant gains no credit from the time in which it sent nothing.
    if (tenant.waiting.length === 0) tenant.virtualTime = Math.max(tenant.virtualTime, this.virtualTime);
    return tenant;
  }

  private findLongest(): Tenant<Item> {
    let longest: Tenant<Item> = { waiting: [], virtualTime: 0 };
    for (const tenant of this.tenants.values()) {
      if (tenant.waiting.length > longest.waiting.length) longest = tenant;
    }
    return longest;
  }

  /** Removes a tenant without requests, unless more work was done for it than for others, which must be remembered. */
  private removeIdle(tenantKey: string): void {
    const tenant = this.tenants.get(tenantKey);
    if (tenant !== undefined && tenant.virtualTime <= this.virtualTime) this.tenants.delete(tenantKey);
    if (this.tenants.size <= MAX_IDLE_TENANTS + this.size) return;
    for (const [key, { waiting }] of this.tenants) if (waiting.length === 0) this.tenants.delete(key);
  }
}
