/** Somebody who waits, and for whom. */
export interface Waiter {
  tokenId: string;
  admit: () => void;
  refuse: () => void;
}

/** Who waits for one key: tokens take turns, and each token's own requests keep their order. */
export class WaitingRoom {
  /** In the order of their turns. */
  private readonly tokens = new Map<string, Waiter[]>();
  private waiting = 0;

  get size(): number {
    return this.waiting;
  }

  add(waiter: Waiter): void {
    const line = this.tokens.get(waiter.tokenId);
    if (line === undefined) this.tokens.set(waiter.tokenId, [waiter]);
    else line.push(waiter);
    this.waiting += 1;
  }

  remove(waiter: Waiter): void {
    const line = this.tokens.get(waiter.tokenId) ?? [];
    const place = line.indexOf(waiter);
    if (place < 0) return;
    line.splice(place, 1);
    this.waiting -= 1;
    if (line.length === 0) this.tokens.delete(waiter.tokenId);
  }

  /** The first of the token whose turn it is; the token then goes to the end. */
  next(): Waiter | undefined {
    for (const [tokenId, line] of this.tokens) {
      const waiter = line.shift();
      this.tokens.delete(tokenId);
      if (line.length > 0) this.tokens.set(tokenId, line);
      if (waiter !== undefined) this.waiting -= 1;
      return waiter;
    }
    return undefined;
  }

  /** The last of the token that waits most, where it waits for at least two more than this one. */
  findGreediestBeside(tokenId: string): Waiter | undefined {
    let longest: Waiter[] = [];
    for (const line of this.tokens.values()) if (line.length > longest.length) longest = line;
    const own = this.tokens.get(tokenId)?.length ?? 0;
    return longest.length >= own + 2 ? longest.at(-1) : undefined;
  }
}
