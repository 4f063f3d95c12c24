import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Evidence } from './evidence.repository.js';

const WHOLE = '.json';
const UNFINISHED = '.part';

/**
 * Ids from upstreams on this machine's own disk, for the moment in which the database cannot be told. Each has a file
 * of its own that is never changed, so it does not matter how many processes share the folder.
 */
export class EvidenceSpool {
  private isReady: Promise<unknown> | undefined;

  constructor(private readonly folder: string) {}

  /** On disk when it resolves, until what it gives back is called: once the database has it. */
  async add(evidence: Evidence): Promise<() => Promise<void>> {
    this.isReady ??= prepare(this.folder);
    await this.isReady;
    const path = join(this.folder, `${evidence.taskId}-${randomBytes(6).toString('hex')}`);
    await writeWhole(path + UNFINISHED, JSON.stringify(evidence));
    await rename(path + UNFINISHED, path + WHOLE);
    await syncFolder(this.folder);
    return () => rm(path + WHOLE, { force: true });
  }

  /** Hands over what anybody has left, and forgets it once it is taken. */
  async replay(take: (evidence: Evidence) => Promise<void>): Promise<number> {
    const names = await readdir(this.folder).catch((): string[] => []);
    let count = 0;
    for (const name of names.filter((name) => name.endsWith(WHOLE))) {
      const path = join(this.folder, name);
      const text = await readFile(path, 'utf8').catch(() => undefined);
      // Whoever wrote it has told the database meanwhile.
      if (text === undefined) continue;
      await take(JSON.parse(text) as Evidence);
      await rm(path, { force: true });
      count += 1;
    }
    return count;
  }
}

async function prepare(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (made !== undefined) await syncFolder(dirname(made));
}

async function writeWhole(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
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
