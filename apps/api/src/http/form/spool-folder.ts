import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { type StoredFile } from '#realtime';

/** No request runs this long, so an older folder is orphaned. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;
const FOLDER_NAME = /^(?<machine>[0-9a-f]{16})-(?<pid>\d+)-[0-9a-f]{16}$/;

/** Each process has its own folder, whose name tells other processes whether it is still in use. */
const MACHINE_ID = createHash('sha256')
  .update(`${hostname()} ${processNamespace()}`)
  .digest('hex')
  .slice(0, 16);
const OWN_FOLDER_NAME = `${MACHINE_ID}-${process.pid}-${randomBytes(8).toString('hex')}`;

/** The folder of all processes that share a data folder. */
export function getSpoolFolder(dataDir: string): string {
  return join(dataDir, 'uploads');
}

/** Creates the folder for the uploads of this process, if it does not exist. */
export async function createOwnSpoolFolder(folder: string): Promise<string> {
  const own = join(folder, OWN_FOLDER_NAME);
  await mkdir(own, { recursive: true, mode: 0o700 });
  return own;
}

/** Removes the uploads of processes that have ended. Several processes may do so at the same time. */
export async function sweepSpool(folder: string): Promise<void> {
  const names = await readdir(folder).catch(emptyIfMissing);
  for (const name of names) {
    const path = join(folder, name);
    if (await isOrphaned(name, path)) await rm(path, { recursive: true, force: true });
  }
}

/**
 * Sweeps periodically, and returns a function that stops it. Orphaned folders of other containers are found only by their age, so
 * a sweep at the start is not enough.
 */
export function startSpoolSweep(folder: string, everyMs = HOUR_MS): () => void {
  const timer = setInterval(() => void sweepSpool(folder).catch(() => undefined), everyMs).unref();
  return () => clearInterval(timer);
}

async function isOrphaned(name: string, path: string): Promise<boolean> {
  const { machine, pid } = FOLDER_NAME.exec(name)?.groups ?? {};
  if (machine === undefined || name === OWN_FOLDER_NAME) return false;
  return (machine === MACHINE_ID && !isOtherLivingProcess(Number(pid))) || (await isExpired(path));
}

/** A folder with the pid of this process but another suffix is from an earlier process with the same pid. */
function isOtherLivingProcess(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** For processes that cannot be checked by their pid: on another machine, in another container, or with a reused pid. */
async function isExpired(path: string): Promise<boolean> {
  const status = await stat(path).catch(() => undefined);
  return status !== undefined && Date.now() - status.mtimeMs > MAX_AGE_MS;
}

/** Containers that share a folder and a host name can have different processes with the same pid. */
function processNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

function emptyIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

/** Stores speech that the gateway has generated as an uploaded file, for transcription requests. */
export async function storeSpeech(spoolFolder: string, content: Buffer): Promise<StoredFile> {
  const path = join(await createOwnSpoolFolder(spoolFolder), randomUUID());
  await writeFile(path, content, { mode: 0o600 });
  return {
    file: { path, sizeBytes: content.length, fileName: 'speech.wav', mediaType: 'audio/wav' },
    remove: () => rm(path, { force: true }),
  };
}
