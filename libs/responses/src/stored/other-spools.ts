import { TableChanges } from '#database';
import { Injectable } from '@nestjs/common';
import { SpoolAnnouncementRepository } from './spool-announcement.repository.js';
import { SpoolId } from './spool-id.js';

/** The time after an outage in which other machines announce the responses on their disks. */
const GRACE_MS = 10_000;

/** Determines whether a response that is not found here may be on the disk of another machine. */
@Injectable()
export class OtherSpools {
  private outageAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly announcements: SpoolAnnouncementRepository,
    private readonly spoolId: SpoolId,
    private readonly changes: TableChanges,
  ) {}

  /** Called if this process cannot reach the database. Other machines probably cannot either. */
  noteOutage(): void {
    this.outageAtMs = performance.now();
  }

  async mayHoldResponses(): Promise<boolean> {
    const isJustBack = performance.now() - this.outageAtMs < GRACE_MS;
    if (isJustBack || this.changes.wasDisconnectedWithin(GRACE_MS)) return true;
    return this.announcements.hasOthers(await this.spoolId.find());
  }
}
