import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type StorageAmount } from '#quotas';
import { Injectable } from '@nestjs/common';
import { OtherSpools } from './other-spools.js';
import { ResponseSpool } from './response-spool.js';
import { SpoolAnnouncementRepository } from './spool-announcement.repository.js';
import { SpoolId } from './spool-id.js';
import { type StoredResponse, type StoredTimes } from './stored-response.js';

/** A slow database may take the announcement although it did not take the response in time. */
const ANNOUNCE_TIMEOUT_MS = 1_000;

/** The responses on the disk of this machine, which is announced to the others for as long as there are some. */
@Injectable()
export class AnnouncedSpool {
  /** Another process, or one before a restart, may have announced the folder. */
  private mayBeAnnounced = true;
  /** Whether the database could not be reached, rather than that it was slow. */
  private isDatabaseAway = false;

  constructor(
    readonly files: ResponseSpool,
    private readonly announcements: SpoolAnnouncementRepository,
    private readonly spoolId: SpoolId,
    private readonly otherSpools: OtherSpools,
  ) {}

  /** The database did not take a response. Other machines may have been in the same situation. */
  noteOutage({ isDatabaseAway }: { isDatabaseAway: boolean }): void {
    this.isDatabaseAway = isDatabaseAway;
    this.otherSpools.noteOutage();
  }

  /** On disk when it resolves. Announced as well where the database can be reached; otherwise when it is back. */
  async add(owner: string, stored: StoredResponse, times: StoredTimes, quota: StorageAmount): Promise<void> {
    await this.files.add(owner, stored, times, quota);
    if (this.isDatabaseAway) return;
    const isOver = new AbortController();
    const timeout = sleep(ANNOUNCE_TIMEOUT_MS, undefined, { signal: isOver.signal, ref: false });
    await Promise.race([this.announce(), timeout]).catch(() => undefined);
    isOver.abort();
  }

  /** The names of all files. They are announced first of all: until then other machines take their ids for unknown. */
  async list(): Promise<string[]> {
    const names = await this.files.list();
    if (names.length > 0) await this.announce();
    return names;
  }

  /** Withdraws the announcement if there are no files. A process that adds a file in the meantime announces it again. */
  async withdrawIfEmpty(): Promise<void> {
    if (!this.mayBeAnnounced) return;
    this.mayBeAnnounced = false;
    try {
      const id = await this.spoolId.find();
      const seenAt = id === undefined ? undefined : await this.announcements.findSeenAt(id);
      const names = await this.files.list();
      if (names.length > 0) this.mayBeAnnounced = true;
      else if (id !== undefined && seenAt !== undefined) await this.announcements.withdraw(id, seenAt);
    } catch (error) {
      this.mayBeAnnounced = true;
      throw error;
    }
  }

  private async announce(): Promise<void> {
    this.mayBeAnnounced = true;
    await this.announcements.announce({ id: await this.spoolId.findOrCreate(), host: hostname() });
  }
}
