import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { BACKUP_PARTS } from './contents.js';
import { type CheckedFile } from './manifest.js';

/** Fast, and compresses almost as well as higher levels. */
const GZIP_LEVEL = 1;

/** Writes a stream to a file of the backup. When it resolves, the file is synced to disk. */
export async function writeChecked(
  folder: string,
  file: string,
  source: Readable,
  { isPacked }: { isPacked: boolean },
): Promise<CheckedFile> {
  const counter = new ByteCounter();
  const out = createWriteStream(join(folder, file), { flags: 'wx', mode: 0o600, flush: true });
  if (isPacked) await pipeline(source, createGzip({ level: GZIP_LEVEL }), counter, out);
  else await pipeline(source, counter, out);
  return { file, bytes: counter.bytes, sha256: counter.getSha256() };
}

/** Throws for links, pipes and devices: they would lead out of the backup, or reading them would never end. */
export async function requirePlainFiles(folder: string): Promise<void> {
  for (const part of BACKUP_PARTS) await requirePlain(join(folder, part));
}

async function requirePlain(path: string): Promise<void> {
  const found = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (found === undefined || found.isFile()) return;
  if (!found.isDirectory()) {
    throw new CommandFailure(
      `${path} is neither a file nor a folder. Nothing was restored.`,
      exitCodes.failure,
    );
  }
  for await (const { name } of await opendir(path)) await requirePlain(join(path, name));
}

/** Reads a file of the backup and compares it with its size and checksum. */
export async function requireUnchanged(folder: string, { file, bytes, sha256 }: CheckedFile): Promise<void> {
  const counter = new ByteCounter();
  try {
    counter.resume();
    await pipeline(createReadStream(join(folder, file)), counter);
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new CommandFailure(`${join(folder, file)} cannot be read (${code}).`, exitCodes.failure);
  }
  if (counter.bytes !== bytes || counter.getSha256() !== sha256) throw changedFile(folder, file);
}

export function changedFile(folder: string, file: string): CommandFailure {
  return new CommandFailure(
    `${join(folder, file)} is damaged: its checksum differs. Nothing was restored from it.`,
    exitCodes.failure,
  );
}

/** Reads the decompressed content of a file. */
export function openPacked(folder: string, file: string): Readable {
  const packed = createReadStream(join(folder, file));
  const unpacked = createGunzip();
  packed.on('error', (error) => unpacked.destroy(error));
  unpacked.on('close', () => packed.destroy());
  return packed.pipe(unpacked);
}

/** Forwards bytes, counts them and computes their checksum. */
class ByteCounter extends Transform {
  bytes = 0;
  private readonly hash = createHash('sha256');

  override _transform(chunk: Buffer, _: BufferEncoding, done: (error: null, chunk: Buffer) => void): void {
    this.bytes += chunk.length;
    this.hash.update(chunk);
    done(null, chunk);
  }

  getSha256(): string {
    return this.hash.digest('hex');
  }
}
