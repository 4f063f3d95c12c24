import { type Claim, type RunResult, type KeyStore, type StoredKey, type RunIdentity } from '../idempotency-key.js';

interface Entry extends StoredKey {
  runId: string;
  expiresAtMs: number;
}

/** A key store in memory. */
export class MemoryKeyStore implements KeyStore {
  readonly entries = new Map<string, Entry>();
  renewals = 0;
  /** Awaited by every call, to make it fail or take time. */
  beforeCall: () => Promise<void> = async () => undefined;

  async claim({ keyId, runId, bodyHash, nowMs, leaseUntilMs, expiresAtMs }: Claim): Promise<boolean> {
    await this.beforeCall();
    const stored = this.entries.get(keyId.toString('hex'));
    if (stored !== undefined && stored.expiresAtMs > nowMs) return false;
    this.entries.set(keyId.toString('hex'), { runId, bodyHash, state: 'running', leaseUntilMs, expiresAtMs });
    return true;
  }

  async find(keyId: Buffer, nowMs: number): Promise<StoredKey | undefined> {
    await this.beforeCall();
    const stored = this.entries.get(keyId.toString('hex'));
    return stored !== undefined && stored.expiresAtMs > nowMs ? stored : undefined;
  }

  async renew(runs: readonly RunIdentity[], leaseUntilMs: number): Promise<void> {
    await this.beforeCall();
    this.renewals += 1;
    for (const run of runs) this.change(run, { leaseUntilMs });
  }

  async end(run: RunIdentity, result: RunResult, expiresAtMs: number): Promise<void> {
    await this.beforeCall();
    this.change(run, { ...result, expiresAtMs });
  }

  async free(run: RunIdentity): Promise<void> {
    await this.beforeCall();
    if (this.running(run) !== undefined) this.entries.delete(run.keyId.toString('hex'));
  }

  private change(run: RunIdentity, change: Partial<Entry>): void {
    const entry = this.running(run);
    if (entry !== undefined) this.entries.set(run.keyId.toString('hex'), { ...entry, ...change });
  }

  private running({ keyId, runId }: RunIdentity): Entry | undefined {
    const entry = this.entries.get(keyId.toString('hex'));
    return entry?.runId === runId && entry.state === 'running' ? entry : undefined;
  }
}
