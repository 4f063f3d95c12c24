import { mkdir, open, readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Evidence } from './evidence.repository.js';

/** Ids from upstreams on this machine's own disk, for the moment in which the database cannot be told. */
export class EvidenceSpool {
  private isReady: Promise<unknown> | undefined;

  constructor(
    private readonly folder: string,
    private readonly worker: string,
  ) {}

  /** On disk when it resolves. */
  async add(evidence: Evidence): Promise<void> {
    this.isReady ??= mkdir(this.folder, { recursive: true, mode: 0o700 });
    await this.isReady;
    const file = await open(join(this.folder, `${this.worker}.jsonl`), 'a', 0o600);
    try {
      await file.appendFile(`${JSON.stringify(evidence)}\n`);
      await file.datasync();
    } finally {
      await file.close();
    }
  }

  /** Hands over what earlier processes have left, and forgets it once it is taken. */
  async replay(take: (evidence: Evidence) => Promise<void>): Promise<number> {
    let count = 0;
    for (const name of await readdir(this.folder).catch(() => [] as string[])) {
      const path = join(this.folder, name);
      for (const evidence of parseLines(await readFile(path, 'utf8'))) {
        await take(evidence);
        count += 1;
      }
      if (name !== `${this.worker}.jsonl`) await rm(path, { force: true });
    }
    return count;
  }

  /** Everything of this process is in the database. */
  async clear(): Promise<void> {
    await rm(join(this.folder, `${this.worker}.jsonl`), { force: true });
  }
}

/** The last line may be half: then the process died before anybody could rely on it. */
function parseLines(text: string): Evidence[] {
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as Evidence];
    } catch {
      return [];
    }
  });
}
