import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { type StoredFile } from '#realtime';

/** No request lasts that long, so what nobody has touched since is left over, whoever left it. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
const FOLDER_NAME = /^(?<machine>[0-9a-f]{16})-(?<pid>\d+)-[0-9a-f]{16}$/;

/** Each process spools into a folder of its own, so that another can tell whether anybody still needs what is in it. */
const MACHINE = createHash('sha256').update(`${hostname()} ${processNamespace()}`).digest('hex').slice(0, 16);
const OWN_NAME = `${MACHINE}-${process.pid}-${randomBytes(8).toString('hex')}`;

/** For all processes that share a data folder. */
export function spoolFolderIn(dataDir: string): string {
  return join(dataDir, 'uploads');
}

/** Where this process puts its uploads; made where it is missing. */
export async function ownSpoolFolder(folder: string): Promise<string> {
  const own = join(folder, OWN_NAME);
  await mkdir(own, { recursive: true, mode: 0o700 });
  return own;
}

/** Removes what processes that are no more have left behind. Several may do so at once. */
export async function sweepSpool(folder: string): Promise<void> {
  const names = await readdir(folder).catch(noneWhereMissing);
  for (const name of names) {
    const path = join(folder, name);
    if (await isLeftOver(name, path)) await rm(path, { recursive: true, force: true });
  }
}

/**
 * Goes on sweeping, until what it gives back is called. What was left in other containers can be told from what is in use
 * only by its age, so one look at the start is too early.
 */
export function keepSweepingSpool(folder: string, everyMs = HOUR_MS): () => void {
  const timer = setInterval(() => void sweepSpool(folder).catch(() => undefined), everyMs).unref();
  return () => clearInterval(timer);
}

async function isLeftOver(name: string, path: string): Promise<boolean> {
  const { machine, pid } = FOLDER_NAME.exec(name)?.groups ?? {};
  if (machine === undefined || name === OWN_NAME) return false;
  return (machine === MACHINE && !isOtherLivingProcess(Number(pid))) || (await isAbandoned(path));
}

/** A folder with our own number and another token was left by a process that had the number before us. */
function isOtherLivingProcess(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** For processes that cannot be asked: on another machine, in another container, or whose number was given away. */
async function isAbandoned(path: string): Promise<boolean> {
  const status = await stat(path).catch(() => undefined);
  return status !== undefined && Date.now() - status.mtimeMs > ABANDONED_MS;
}

/** Containers may share a folder and a host name; their process numbers still mean different processes. */
function processNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

function noneWhereMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

/** Puts a recording that this gateway has made itself where uploads lie, for requests that want a file. */
export async function storeFile(spoolFolder: string, content: Buffer): Promise<StoredFile> {
  const path = join(await ownSpoolFolder(spoolFolder), randomUUID());
  await writeFile(path, content, { mode: 0o600 });
  return {
    file: { path, sizeBytes: content.length, fileName: 'speech.wav', mediaType: 'audio/wav' },
    remove: () => rm(path, { force: true }),
  };
}
