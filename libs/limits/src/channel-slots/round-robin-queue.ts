/** A waiting request of a token. */
export interface Waiter {
  tokenId: string;
  admit: () => void;
  refuse: () => void;
}

/** The waiting requests of one key: tokens are served round-robin, and the requests of each token in order. */
export class RoundRobinQueue {
  /** In the order in which the tokens are served. */
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
    const index = line.indexOf(waiter);
    if (index < 0) return;
    line.splice(index, 1);
    this.waiting -= 1;
    if (line.length === 0) this.tokens.delete(waiter.tokenId);
  }

  /** Takes the first request of the next token, and moves the token to the end. */
  takeNext(): Waiter | undefined {
    for (const [tokenId, line] of this.tokens) {
      const waiter = line.shift();
      this.tokens.delete(tokenId);
      if (line.length > 0) this.tokens.set(tokenId, line);
      if (waiter !== undefined) this.waiting -= 1;
      return waiter;
    }
    return undefined;
  }

  /** The last request of the token with the most waiting ones, if it has at least two more than this token. */
  findEvictable(tokenId: string): Waiter | undefined {
    let longest: Waiter[] = [];
    for (const line of this.tokens.values()) if (line.length > longest.length) longest = line;
    const own = this.tokens.get(tokenId)?.length ?? 0;
    return longest.length >= own + 2 ? longest.at(-1) : undefined;
  }
}
