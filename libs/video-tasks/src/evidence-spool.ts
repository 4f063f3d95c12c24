import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Evidence } from './evidence.repository.js';
import { type TaskSeals } from './task-seals.js';

const WHOLE = '.json';
const UNFINISHED = '.part';
/** What cannot be read is kept for people to look at. */
const UNREADABLE = '.unreadable';
const DAY_MS = 24 * 60 * 60 * 1000;
const KEPT_MS = new Map([
  [UNFINISHED, DAY_MS],
  [UNREADABLE, 30 * DAY_MS],
]);

export interface Replayed {
  taken: number;
  /** The names of files that were put aside. */
  unreadable: string[];
}

/**
 * Ids from upstreams on this machine's own disk, for the moment in which the database cannot be told. Each has a file
 * of its own that is never changed, so it does not matter how many processes share the folder.
 */
export class EvidenceSpool {
  private isReady: Promise<unknown> | undefined;

  constructor(
    private readonly folder: string,
    private readonly seals: TaskSeals,
  ) {}

  /** On disk when it resolves, until what it gives back is called: once the database has it. */
  async add(evidence: Evidence): Promise<() => Promise<void>> {
    this.isReady ??= prepare(this.folder);
    await this.isReady;
    const name = `${evidence.taskId}-${randomBytes(6).toString('hex')}`;
    const path = join(this.folder, name);
    await writeWhole(path + UNFINISHED, this.seals.sealFile(name, evidence));
    await rename(path + UNFINISHED, path + WHOLE);
    await syncFolder(this.folder);
    return () => rm(path + WHOLE, { force: true });
  }

  /** Hands over what anybody has left, and forgets it once it is taken. */
  async replay(take: (evidence: Evidence) => Promise<void>): Promise<Replayed> {
    const names = await readdir(this.folder).catch((): string[] => []);
    const replayed: Replayed = { taken: 0, unreadable: [] };
    for (const name of names) {
      if (name.endsWith(WHOLE)) await this.replayOne(name, take, replayed);
      else await this.removeIfOld(name);
    }
    return replayed;
  }

  private async replayOne(
    name: string,
    take: (evidence: Evidence) => Promise<void>,
    replayed: Replayed,
  ): Promise<void> {
    const path = join(this.folder, name);
    const bytes = await readFile(path).catch(() => undefined);
    // Whoever wrote it has told the database meanwhile.
    if (bytes === undefined) return;
    const evidence = this.read(name.slice(0, -WHOLE.length), bytes);
    if (evidence === undefined) {
      // One file that is damaged, or sealed with a key that is gone, must not keep the others from their tasks.
      await rename(path, path.slice(0, -WHOLE.length) + UNREADABLE);
      replayed.unreadable.push(name);
      return;
    }
    await take(evidence);
    await rm(path, { force: true });
    replayed.taken += 1;
  }

  private read(name: string, bytes: Buffer): Evidence | undefined {
    try {
      // Versions before this one have left it as plain JSON.
      if (bytes[0] === 0x7b) return JSON.parse(bytes.toString('utf8')) as Evidence;
      return this.seals.openFile<Evidence>(name, bytes);
    } catch {
      return undefined;
    }
  }

  /** What was never finished, because its process died, and what nobody has looked at for long. */
  private async removeIfOld(name: string): Promise<void> {
    const keptMs = [...KEPT_MS].find(([ending]) => name.endsWith(ending))?.[1];
    if (keptMs === undefined) return;
    const path = join(this.folder, name);
    const status = await stat(path).catch(() => undefined);
    if (status !== undefined && Date.now() - status.mtimeMs > keptMs) await rm(path, { force: true });
  }
}

async function prepare(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (made !== undefined) await syncFolder(dirname(made));
}

async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** A name is an entry of its folder, which is written to the disk separately. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
