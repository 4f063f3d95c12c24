import { statSync } from 'node:fs';
import { type SecretKeys } from './secret-keys.js';

/** How long a process may go on with the keys it knows. Whoever changes the file waits longer than this. */
export const KEY_FILE_CHECK_MS = 1_000;

/** Keys in a file, which is read again when it changes: keys are exchanged without a restart. */
export class KeyFile implements SecretKeys {
  private version: string;
  private checkedAt: number;

  constructor(
    private readonly path: string,
    private readonly read: (path: string) => readonly Uint8Array[],
    private keys = read(path),
    private readonly now: () => number = () => performance.now(),
  ) {
    this.version = this.versionNow() ?? '';
    this.checkedAt = this.now();
  }

  all(): readonly Uint8Array[] {
    if (this.now() - this.checkedAt >= KEY_FILE_CHECK_MS) this.check();
    return this.keys;
  }

  private check(): void {
    this.checkedAt = this.now();
    const version = this.versionNow();
    if (version === undefined || version === this.version) return;
    try {
      this.keys = this.read(this.path);
      this.version = version;
    } catch {
      // A file that is gone or half written is no reason to lose the keys that we have: the next check looks again.
    }
  }

  private versionNow(): string | undefined {
    const facts = statSync(this.path, { throwIfNoEntry: false, bigint: true });
    return facts && `${facts.ino}-${facts.mtimeNs}-${facts.size}`;
  }
}
