import { readFile, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { type Logger } from '#telemetry';
import { type BegunEvent, toDiedEvent, getEventKey } from './begun-event.js';
import { isSpoolOwner, readOwnerStatus } from './spool-owner.js';
import { type EventStore, type RejectEvent, storeAll } from './event-store.js';
import { type JournalSettings } from './journal-settings.js';
import { type SpoolContent, decodeLines } from './spool-line.js';
import { type UsageEvent } from './usage-event.js';

/** Separates the owner of a spool from the process that has claimed it, in the name of the folder. */
const CLAIMED_BY = '@';
/** The prefix of folders that have been replayed and only need to be removed. */
const DONE = 'done-';

export interface DeadSpoolsOptions {
  folder: string;
  store: EventStore;
  /** The spool owner of this process, which changes if its own spool is claimed. */
  getOwnSpoolOwner: () => string;
  reject: RejectEvent;
  logger: Logger;
  settings: JournalSettings;
}

/**
 * Replays the spools of processes that have exited. A process claims a spool by renaming its folder. If the claimer
 * exits too, another process replays the spool again, which stores nothing twice.
 */
export class DeadSpools {
  private isStopped = false;

  constructor(private readonly options: DeadSpoolsOptions) {}

  /** Leaves the remaining spools to other processes. */
  stop(): void {
    this.isStopped = true;
  }

  /** Returns how many spools were replayed. */
  async replayAll(): Promise<number> {
    const names = await readdir(this.options.folder).catch((): string[] => []);
    let replayed = 0;
    for (const name of names) {
      if (this.isStopped) break;
      if (name.startsWith(DONE)) await rm(join(this.options.folder, name), { recursive: true, force: true });
      else if (await this.replayIfDead(name)) replayed += 1;
    }
    return replayed;
  }

  private async replayIfDead(name: string): Promise<boolean> {
    const [spoolOwner = '', claimer] = name.split(CLAIMED_BY);
    if (!isSpoolOwner(spoolOwner) || spoolOwner === this.options.getOwnSpoolOwner()) return false;
    try {
      const claimed = await this.claim(name, spoolOwner, claimer);
      if (claimed === undefined || !(await this.hasOwnerStopped(claimed, spoolOwner))) return false;
      await this.replay(claimed, spoolOwner);
      return true;
    } catch (error) {
      // Another process has claimed it.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
      throw error;
    }
  }

  /** Returns the new path of the folder, or undefined if the spool or its claim may still be in use. */
  private async claim(
    name: string,
    spoolOwner: string,
    claimer: string | undefined,
  ): Promise<string | undefined> {
    const { folder, getOwnSpoolOwner, settings } = this.options;
    const found = join(folder, name);
    const claimed = join(folder, `${spoolOwner}${CLAIMED_BY}${getOwnSpoolOwner()}`);
    if (found !== claimed) {
      const isDead = readOwnerStatus(claimer ?? spoolOwner) === 'dead';
      const lastSeenMs = claimer === undefined ? await readLastWriteMs(found) : (await stat(found)).mtimeMs;
      if (!isDead && Date.now() - lastSeenMs < settings.staleAfterMs) return undefined;
      await rename(found, claimed);
    }
    const now = new Date();
    await utimes(claimed, now, now);
    return claimed;
  }

  /**
   * A suspended owner can still append to its spool after it wakes up, until it notices that the folder was renamed.
   */
  private async hasOwnerStopped(claimed: string, spoolOwner: string): Promise<boolean> {
    if (readOwnerStatus(spoolOwner) === 'dead') return true;
    return Date.now() - (await readLastWriteMs(claimed)) > 3 * this.options.settings.maintainEveryMs;
  }

  private async replay(claimed: string, spoolOwner: string): Promise<void> {
    const lastSeenMs = await readLastWriteMs(claimed);
    const unfinished = new Map<string, BegunEvent>();
    let finished = 0;
    for (const path of await listSegments(claimed)) {
      const ended = collectEnded(await this.read(path), unfinished);
      finished += ended.length;
      await this.store(claimed, spoolOwner, ended);
    }
    const died = [...unfinished.values()].map((begun) => toDiedEvent(begun, lastSeenMs));
    await this.store(claimed, spoolOwner, died);
    await this.options.store.closeSpool(spoolOwner);
    const done = join(this.options.folder, `${DONE}${spoolOwner}`);
    await rename(claimed, done);
    await rm(done, { recursive: true, force: true });
    this.options.logger.info(
      { spoolOwner, finished, died: died.length },
      'stored the usage spool of a process that has exited',
    );
  }

  private async read(path: string): Promise<SpoolContent> {
    const content = decodeLines(await readFile(path, 'utf8'));
    const { unreadable } = content;
    if (unreadable > 0)
      this.options.logger.error({ path, unreadable }, 'lines of a usage spool cannot be read');
    return content;
  }

  private async store(claimed: string, spoolOwner: string, events: readonly UsageEvent[]): Promise<void> {
    const { store, reject, settings } = this.options;
    for (let from = 0; from < events.length; from += settings.batchSize) {
      await storeAll(store, spoolOwner, events.slice(from, from + settings.batchSize), reject);
      const now = new Date();
      await utimes(claimed, now, now);
    }
  }
}

/** Returns the ended requests, and updates the map of unfinished ones. */
function collectEnded({ records }: SpoolContent, unfinished: Map<string, BegunEvent>): UsageEvent[] {
  const ended: UsageEvent[] = [];
  for (const record of records) {
    if (record.kind === 'begun') unfinished.set(getEventKey(record.event), record.event);
    else if (record.kind === 'abandoned') unfinished.delete(record.key);
    else {
      unfinished.delete(getEventKey(record.event));
      ended.push(record.event);
    }
  }
  return ended;
}

async function listSegments(directory: string): Promise<string[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.spool'));
  return names.toSorted().map((name) => join(directory, name));
}

/** When the owner last wrote to a file or touched one. */
async function readLastWriteMs(directory: string): Promise<number> {
  const segments = await listSegments(directory);
  const stats = await Promise.all((segments.length > 0 ? segments : [directory]).map((path) => stat(path)));
  return Math.max(...stats.map(({ mtimeMs }) => mtimeMs));
}
