import { GatewayError } from '#canonical';
import { type Database } from '#database';
import { MediaFileRepository } from '../media-files.repository.js';
import { type MediaName, getFileName } from '../media-name.js';
import { type MediaPlace } from '../media-place.js';
import { type StoredMedia } from '../media-store.js';
import { Digest } from './digest.js';
import { withMoveLock } from './move-lock.js';

const MAX_CONCURRENT = 4;
/** After this number of failures, the remaining files would fail as well. */
const MAX_FAILURES = 20;

export interface MoveOptions {
  database: Database;
  from: MediaPlace;
  to: MediaPlace;
  /** Called after each file. */
  onMoved?: (report: Readonly<MoveReport>) => void;
}

export interface MoveReport {
  files: number;
  bytes: number;
  failed: { file: string; reason: string }[];
  /** The move ended before every file was tried. */
  isGivenUp: boolean;
}

/**
 * Moves all files to another place while the gateway runs. A file is deleted from the first place after the second
 * has all of it, so it can always be read by a process that uses both. The move can be interrupted and started again;
 * it continues with the remaining files. Undefined if another process is moving files.
 */
export async function moveMedia(options: MoveOptions): Promise<MoveReport | undefined> {
  return withMoveLock(options.database, async () => {
    const report: MoveReport = { files: 0, bytes: 0, failed: [], isGivenUp: false };
    const names = options.from.list()[Symbol.asyncIterator]();
    // The iterator is shared, so each loop gets different files.
    await Promise.all(Array.from({ length: MAX_CONCURRENT }, () => moveRemaining(names, options, report)));
    return report;
  });
}

async function moveRemaining(
  names: AsyncIterator<MediaName, void>,
  options: MoveOptions,
  report: MoveReport,
): Promise<void> {
  for (;;) {
    if (report.failed.length >= MAX_FAILURES) report.isGivenUp = true;
    if (report.isGivenUp) return;
    const { done, value: name } = await names.next();
    if (done === true) return;
    try {
      const bytes = await moveOne(name, options);
      if (bytes === undefined) continue;
      report.files += 1;
      report.bytes += bytes;
      options.onMoved?.(report);
    } catch (error) {
      report.failed.push({ file: getFileName(name), reason: describe(error) });
    }
  }
}

/** Returns the size; undefined if the file was deleted meanwhile. */
async function moveOne(name: MediaName, { database, from, to }: MoveOptions): Promise<number | undefined> {
  const file = await from.open(name);
  if (file === undefined) return undefined;
  const sent = new Digest();
  await to.write(name, sent.tap(await file.read()), { createdAt: file.createdAt });
  await verifyCopy(await to.open(name), sent);
  await new MediaFileRepository(database).storeExtension(name);
  if (await from.delete(name)) return file.sizeBytes;
  // The file was deleted or has expired meanwhile, so the copy must be deleted, too.
  await to.delete(name);
  return undefined;
}

/** Reads the copy back, because a successful write does not prove that it is complete. */
async function verifyCopy(copy: StoredMedia | undefined, sent: Digest): Promise<void> {
  const read = new Digest();
  if (copy !== undefined) for await (const _chunk of read.tap(await copy.read())) void _chunk;
  if (copy?.sizeBytes !== sent.sizeBytes || read.end() !== sent.end()) {
    throw new Error('the copy differs from the original; the original was kept');
  }
}

function describe(error: unknown): string {
  const { message, cause } = error as Error;
  return error instanceof GatewayError && cause instanceof Error ? cause.message : message;
}
