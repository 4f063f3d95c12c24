import { GatewayError } from '#canonical';
import { type Database } from '#database';
import { MediaFileRepository } from '../media-files.repository.js';
import { type MediaName, getFileName } from '../media-name.js';
import { type MediaPlace } from '../media-place.js';
import { type StoredMedia } from '../media-store.js';
import { Digest } from './digest.js';
import { withMoveLock } from './move-lock.repository.js';

const AT_ONCE = 4;
/** What fails so often in a row will fail for the rest as well. */
const MAX_FAILURES = 20;

export interface MoveOptions {
  database: Database;
  from: MediaPlace;
  to: MediaPlace;
  /** Told after each file. */
  onMoved?: (report: Readonly<MoveReport>) => void;
}

export interface MoveReport {
  files: number;
  bytes: number;
  failed: { file: string; reason: string }[];
  /** Whether it ended before everything was tried. */
  isGivenUp: boolean;
}

/**
 * Moves all files to another place while the gateway runs. A file leaves its place when the other has all of it, so it can
 * be read at any moment by who knows both. It can be ended at any time and begun again: what is left is moved then.
 * Undefined where somebody else is moving files now.
 */
export async function moveMedia(options: MoveOptions): Promise<MoveReport | undefined> {
  return withMoveLock(options.database, async () => {
    const report: MoveReport = { files: 0, bytes: 0, failed: [], isGivenUp: false };
    const names = options.from.list()[Symbol.asyncIterator]();
    // The list is shared: each lane takes the next file that no other has taken.
    await Promise.all(Array.from({ length: AT_ONCE }, () => moveEach(names, options, report)));
    return report;
  });
}

async function moveEach(
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

/** Answers how large it was; undefined where it was deleted meanwhile. */
async function moveOne(name: MediaName, { database, from, to }: MoveOptions): Promise<number | undefined> {
  const file = await from.open(name);
  if (file === undefined) return undefined;
  const sent = new Digest();
  await to.write(name, sent.pass(await file.read()), { createdAt: file.createdAt });
  await requireSame(await to.open(name), sent);
  await new MediaFileRepository(database).noteExtension(name);
  if (await from.delete(name)) return file.sizeBytes;
  // Its owner has deleted it, or its time was over: it must not come back.
  await to.delete(name);
  return undefined;
}

/** By what is read from there, whatever the place says that it has taken. */
async function requireSame(copy: StoredMedia | undefined, sent: Digest): Promise<void> {
  const read = new Digest();
  if (copy !== undefined) for await (const _chunk of read.pass(await copy.read())) void _chunk;
  if (copy?.sizeBytes !== sent.sizeBytes || read.end() !== sent.end()) {
    throw new Error('what arrived is not what was sent; the file stays where it is');
  }
}

function describe(error: unknown): string {
  const { message, cause } = error as Error;
  return error instanceof GatewayError && cause instanceof Error ? cause.message : message;
}
