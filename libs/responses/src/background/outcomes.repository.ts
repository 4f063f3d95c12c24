import { type JsonObject } from '#canonical';
import { type backgroundState } from '#wire';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { ResponseStore } from '../stored/response-store.js';
import { type BackgroundResponse, type FinishedStatus, toStoredResponse } from './background-response.js';
import { EventRepository } from './events.repository.js';

/** How a response ended. */
export interface Outcome {
  status: FinishedStatus;
  response: JsonObject;
  /** What was not said before. */
  events: readonly backgroundState.ResponseEvent[];
}

export interface OutcomeGuard {
  /** Only while this is the epoch of its lease, where somebody holds one. */
  epoch?: string;
  from: readonly ('queued' | 'in_progress')[];
}

/** Ends responses: the row, its last events and what the owner can come back to, all or nothing. */
@Injectable()
export class OutcomeRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly events: EventRepository,
    private readonly store: ResponseStore,
  ) {}

  /** False where somebody else was faster: then nothing has happened. */
  async finish(ended: BackgroundResponse, guard: OutcomeGuard, outcome: Outcome): Promise<boolean> {
    const { id, owner } = ended;
    return this.dataSource.transaction(async (manager) => {
      const [, count] = await manager.query<[unknown, number]>(
        `UPDATE background_responses SET status = $2, lease_until = NULL, updated_at = clock_timestamp()
         WHERE id = $1 AND status = ANY($3) AND ($4::bigint IS NULL OR lease_epoch = $4)`,
        [id, outcome.status, guard.from, guard.epoch ?? null],
      );
      if (count === 0) return false;
      await this.events.add(manager, id, outcome.events);
      await this.store.saveWith(manager, owner, await toStoredResponse(ended, outcome.response));
      return true;
    });
  }
}
