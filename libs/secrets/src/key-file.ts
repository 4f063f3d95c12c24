import { statSync } from 'node:fs';
import { type SecretKeys } from './secret-keys.js';

/** How often the file is checked. After a change, wait longer than this until all processes have the new keys. */
export const KEY_FILE_CHECK_MS = 1_000;

/** Reads keys from a file, and again when the file changes, so that keys can be rotated without a restart. */
export class KeyFile implements SecretKeys {
  private version: string;
  private checkedAt: number;

  constructor(
    private readonly path: string,
    private readonly read: (path: string) => readonly Uint8Array[],
    private keys = read(path),
    private readonly now: () => number = () => performance.now(),
  ) {
    this.version = this.readVersion() ?? '';
    this.checkedAt = this.now();
  }

  all(): readonly Uint8Array[] {
    if (this.now() - this.checkedAt >= KEY_FILE_CHECK_MS) this.reloadIfChanged();
    return this.keys;
  }

  private reloadIfChanged(): void {
    this.checkedAt = this.now();
    const version = this.readVersion();
    if (version === undefined || version === this.version) return;
    try {
      this.keys = this.read(this.path);
      this.version = version;
    } catch {
      // The file may be missing or incomplete. The current keys stay in use, and the next check tries again.
    }
  }

  private readVersion(): string | undefined {
    const facts = statSync(this.path, { throwIfNoEntry: false, bigint: true });
    return facts && `${facts.ino}-${facts.mtimeNs}-${facts.size}`;
  }
}
