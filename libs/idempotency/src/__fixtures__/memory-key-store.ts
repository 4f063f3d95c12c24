import { type Claim, type Ending, type KeyStore, type KnownKey, type RunIdentity } from '../idempotency-key.js';

interface Entry extends KnownKey {
  runId: string;
  expiresAtMs: number;
}

/** What the database does, for one process and without it. */
export class MemoryKeyStore implements KeyStore {
  readonly entries = new Map<string, Entry>();
  renewals = 0;
  /** Awaited by every call: to let it fail, or take its time. */
  obstacle: () => Promise<void> = async () => undefined;

  async claim({ keyId, runId, bodyHash, nowMs, leaseUntilMs, expiresAtMs }: Claim): Promise<boolean> {
    await this.obstacle();
    const known = this.entries.get(keyId.toString('hex'));
    if (known !== undefined && known.expiresAtMs > nowMs) return false;
    this.entries.set(keyId.toString('hex'), { runId, bodyHash, state: 'running', leaseUntilMs, expiresAtMs });
    return true;
  }

  async find(keyId: Buffer, nowMs: number): Promise<KnownKey | undefined> {
    await this.obstacle();
    const known = this.entries.get(keyId.toString('hex'));
    return known !== undefined && known.expiresAtMs > nowMs ? known : undefined;
  }

  async renew(runs: readonly RunIdentity[], leaseUntilMs: number): Promise<void> {
    await this.obstacle();
    this.renewals += 1;
    for (const run of runs) this.change(run, { leaseUntilMs });
  }

  async end(run: RunIdentity, ending: Ending, expiresAtMs: number): Promise<void> {
    await this.obstacle();
    this.change(run, { ...ending, expiresAtMs });
  }

  async free(run: RunIdentity): Promise<void> {
    await this.obstacle();
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
