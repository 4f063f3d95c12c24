import { readFile, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { type Logger } from '#telemetry';
import { type BegunEvent, diedEvent, getKey } from './begun-event.js';
import { isSpoolOwner, parseOwner } from './spool-owner.js';
import { type EventStore, type Reject, storeAll } from './event-store.js';
import { type JournalSettings } from './journal-settings.js';
import { type SpoolContent, readLines } from './spool-line.js';
import { type UsageEvent } from './usage-event.js';

/** Between the name of a dead process's spool owner and that of whoever looks after it. */
const CLAIMED_BY = '@';
/** In front of what has been replayed and is only to be removed. */
const DONE = 'done-';

export interface DeadSpoolsOptions {
  folder: string;
  store: EventStore;
  /** Who is looking. */
  ownSpoolOwner: () => string;
  reject: Reject;
  logger: Logger;
  settings: JournalSettings;
}

/**
 * The spools of processes that are no more. Whoever renames the folder of one has it to itself, and replays it; should
 * it die as well, the next one does it again, which changes nothing.
 */
export class DeadSpools {
  private isStopped = false;

  constructor(private readonly parts: DeadSpoolsOptions) {}

  /** What has not been begun is left to others. */
  stop(): void {
    this.isStopped = true;
  }

  /** How many were replayed. */
  async replayAll(): Promise<number> {
    const names = await readdir(this.parts.folder).catch((): string[] => []);
    let replayed = 0;
    for (const name of names) {
      if (this.isStopped) break;
      if (name.startsWith(DONE)) await rm(join(this.parts.folder, name), { recursive: true, force: true });
      else if (await this.replayIfDead(name)) replayed += 1;
    }
    return replayed;
  }

  private async replayIfDead(name: string): Promise<boolean> {
    const [spoolOwner = '', claimer] = name.split(CLAIMED_BY);
    if (!isSpoolOwner(spoolOwner) || spoolOwner === this.parts.ownSpoolOwner()) return false;
    try {
      const claimed = await this.claim(name, spoolOwner, claimer);
      if (claimed === undefined || !(await this.isQuiet(claimed, spoolOwner))) return false;
      await this.replay(claimed, spoolOwner);
      return true;
    } catch (error) {
      // Somebody else has taken it over, or was faster.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
      throw error;
    }
  }

  /** The place of the spool, once it is ours. */
  private async claim(
    name: string,
    spoolOwner: string,
    claimer: string | undefined,
  ): Promise<string | undefined> {
    const { folder, ownSpoolOwner, settings } = this.parts;
    const found = join(folder, name);
    const claimed = join(folder, `${spoolOwner}${CLAIMED_BY}${ownSpoolOwner()}`);
    if (found !== claimed) {
      const isLeft = parseOwner(claimer ?? spoolOwner) === 'dead';
      const seenMs = claimer === undefined ? await lastWrittenMs(found) : (await stat(found)).mtimeMs;
      if (!isLeft && Date.now() - seenMs < settings.staleAfterMs) return undefined;
      await rename(found, claimed);
    }
    const now = new Date();
    await utimes(claimed, now, now);
    return claimed;
  }

  /** An owner that was only asleep is about to notice that its spool is gone; until then it may add to it. */
  private async isQuiet(claimed: string, spoolOwner: string): Promise<boolean> {
    if (parseOwner(spoolOwner) === 'dead') return true;
    return Date.now() - (await lastWrittenMs(claimed)) > 3 * this.parts.settings.keepEveryMs;
  }

  private async replay(claimed: string, spoolOwner: string): Promise<void> {
    const lastSeenMs = await lastWrittenMs(claimed);
    const unfinished = new Map<string, BegunEvent>();
    let finished = 0;
    for (const path of await segmentsIn(claimed)) {
      const ended = sortOut(await this.read(path), unfinished);
      finished += ended.length;
      await this.store(claimed, spoolOwner, ended);
    }
    const died = [...unfinished.values()].map((begun) => diedEvent(begun, lastSeenMs));
    await this.store(claimed, spoolOwner, died);
    await this.parts.store.closeSpool(spoolOwner);
    const done = join(this.parts.folder, `${DONE}${spoolOwner}`);
    await rename(claimed, done);
    await rm(done, { recursive: true, force: true });
    this.parts.logger.info(
      { spoolOwner, finished, died: died.length },
      'replayed the usage of a process that is gone',
    );
  }

  private async read(path: string): Promise<SpoolContent> {
    const content = readLines(await readFile(path, 'utf8'));
    const { unreadable } = content;
    if (unreadable > 0) this.parts.logger.error({ path, unreadable }, 'lines of usage cannot be read');
    return content;
  }

  private async store(claimed: string, spoolOwner: string, events: readonly UsageEvent[]): Promise<void> {
    const { store, reject, settings } = this.parts;
    for (let from = 0; from < events.length; from += settings.batchSize) {
      await storeAll(store, spoolOwner, events.slice(from, from + settings.batchSize), reject);
      const now = new Date();
      await utimes(claimed, now, now);
    }
  }
}

/** Takes note of what has begun, and gives back what has ended. */
function sortOut({ records }: SpoolContent, unfinished: Map<string, BegunEvent>): UsageEvent[] {
  const ended: UsageEvent[] = [];
  for (const record of records) {
    if (record.kind === 'begun') unfinished.set(getKey(record.event), record.event);
    else if (record.kind === 'abandoned') unfinished.delete(record.key);
    else {
      unfinished.delete(getKey(record.event));
      ended.push(record.event);
    }
  }
  return ended;
}

async function segmentsIn(place: string): Promise<string[]> {
  const names = (await readdir(place)).filter((name) => name.endsWith('.spool'));
  return names.toSorted().map((name) => join(place, name));
}

/** When its owner last wrote to it, or said that it lives. */
async function lastWrittenMs(place: string): Promise<number> {
  const segments = await segmentsIn(place);
  const stats = await Promise.all((segments.length > 0 ? segments : [place]).map((path) => stat(path)));
  return Math.max(...stats.map(({ mtimeMs }) => mtimeMs));
}
