import {
  chownSync,
  closeSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';

/** Puts the keys into the file, the current one first: whole and on disk, or not at all. Who may read it stays. */
export function writeKeyFile(path: string, keys: readonly Uint8Array[]): void {
  const draft = `${path}.${process.pid}`;
  const lines = keys.map((key) => `${Buffer.from(key).toString('base64')}\n`);
  try {
    const { mode, uid, gid } = statSync(path);
    rmSync(draft, { force: true });
    const descriptor = openSync(draft, 'wx', mode & 0o777);
    try {
      writeFileSync(descriptor, lines.join(''));
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    if (process.getuid?.() === 0) chownSync(draft, uid, gid);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new CommandFailure(
      `${path} cannot be changed (${code}). Put a new key in front of the others there yourself, ` +
        'and run "modelgate keys rotate --existing" when every process has it.',
      exitCodes.failure,
    );
  }
}
