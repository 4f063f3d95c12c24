import { type CachedResponse } from './cached-response.js';

export interface LruLimits {
  maxBytes: number;
  /** Larger responses are not stored, so that one response cannot evict all others. */
  maxResponseBytes: number;
}

/** The most recently used responses, in memory. */
export class LruResponseCache {
  private readonly answers = new Map<string, CachedResponse>();
  private sizeBytes = 0;

  constructor(private readonly limits: LruLimits) {}

  find(key: string): CachedResponse | undefined {
    const answer = this.answers.get(key);
    if (answer === undefined) return undefined;
    this.answers.delete(key);
    this.answers.set(key, answer);
    return answer;
  }

  add(key: string, answer: CachedResponse): void {
    this.remove(key);
    if (getSize(answer) > this.limits.maxResponseBytes) return;
    this.answers.set(key, answer);
    this.sizeBytes += getSize(answer);
    for (const oldest of this.answers.keys()) {
      if (this.sizeBytes <= this.limits.maxBytes) return;
      this.remove(oldest);
    }
  }

  remove(key: string): void {
    const answer = this.answers.get(key);
    if (answer === undefined) return;
    this.answers.delete(key);
    this.sizeBytes -= getSize(answer);
  }
}

/** Adds an estimate for what is stored besides the body, which matters for many small responses. */
function getSize({ body }: CachedResponse): number {
  return body.length + 1_024;
}
