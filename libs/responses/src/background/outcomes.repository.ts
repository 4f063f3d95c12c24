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
  /** The events that were not stored before. */
  events: readonly backgroundState.ResponseEvent[];
}

export type EndedResponse = Pick<BackgroundResponse, 'id' | 'owner' | 'request'>;

export interface OutcomeGuard {
  /** The required epoch of the lease, if it has one. */
  epoch?: string;
  from: readonly ('queued' | 'in_progress')[];
}

/** Finishes responses: the row, its last events and the stored response, in one transaction. */
@Injectable()
export class OutcomeRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly events: EventRepository,
    private readonly store: ResponseStore,
  ) {}

  /** Returns false, without a change, if the response was already finished or its lease is lost. */
  async finish(finished: EndedResponse, guard: OutcomeGuard, outcome: Outcome): Promise<boolean> {
    const { id, owner } = finished;
    const events = await this.events.seal(id, outcome.events);
    return this.dataSource.transaction(async (manager) => {
      const [, count] = await manager.query<[unknown, number]>(
        `UPDATE background_responses SET status = $2, lease_until = NULL, updated_at = clock_timestamp()
         WHERE id = $1 AND status = ANY($3) AND ($4::bigint IS NULL OR lease_epoch = $4)`,
        [id, outcome.status, guard.from, guard.epoch ?? null],
      );
      if (count === 0) return false;
      await this.events.add(manager, id, events);
      await this.store.saveWith(manager, owner, await toStoredResponse(finished, outcome.response));
      return true;
    });
  }
}
