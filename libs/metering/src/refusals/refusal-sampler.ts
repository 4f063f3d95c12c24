import { LRUCache } from 'lru-cache';
interface Rate {
  burst: number;
  perSecond: number;
}

interface Bucket {
  level: number;
  atMs: number;
}

/** The rate for one token or client network, and one reason. */
const PER_SUBJECT: Rate = { burst: 20, perSecond: 0.1 };
/** The rate for all requests without a valid token. */
const ANONYMOUS: Rate = { burst: 200, perSecond: 0.5 };
const ALL: Rate = { burst: 1_000, perSecond: 2 };
const MAX_SUBJECTS = 2_000;

/** Decides which refusals get a row, so that a flood of refusals fills neither the memory nor the database. */
export class RefusalSampler {
  private readonly subjects = new LRUCache<string, Bucket>({ max: MAX_SUBJECTS });
  private readonly anonymous = createBucket(ANONYMOUS);
  private readonly all = createBucket(ALL);

  /** `subject` is the token or the client network, with the reason. */
  take(subject: string, isAnonymous: boolean, nowMs: number): boolean {
    const own = this.getBucket(subject);
    if (!refillAndCheck(own, PER_SUBJECT, nowMs) || !refillAndCheck(this.all, ALL, nowMs)) return false;
    if (isAnonymous) {
      if (!refillAndCheck(this.anonymous, ANONYMOUS, nowMs)) return false;
      this.anonymous.level -= 1;
    }
    own.level -= 1;
    this.all.level -= 1;
    return true;
  }

  private getBucket(subject: string): Bucket {
    const existing = this.subjects.get(subject);
    if (existing !== undefined) return existing;
    // A subject that was evicted starts with a new burst; the limit of all subjects still applies.
    const bucket = createBucket(PER_SUBJECT);
    this.subjects.set(subject, bucket);
    return bucket;
  }
}

function createBucket({ burst }: Rate): Bucket {
  return { level: burst, atMs: 0 };
}

function refillAndCheck(bucket: Bucket, { burst, perSecond }: Rate, nowMs: number): boolean {
  const elapsedMs = Math.max(0, nowMs - bucket.atMs);
  bucket.level = Math.min(burst, bucket.level + (elapsedMs / 1_000) * perSecond);
  bucket.atMs = nowMs;
  return bucket.level >= 1;
}
