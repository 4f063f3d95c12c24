import { type JsonObject } from '#canonical';
import { type ByteHold } from '#limits';
import { type StorageAmount } from '#quotas';
import { backgroundState } from '#wire';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import {
  type BackgroundRequest,
  type BackgroundResponse,
  type BackgroundStatus,
} from './background-response.js';
import { EventRepository } from './events.repository.js';
import { RequestRepository } from './requests.repository.js';
import { ResponseSeals } from './response-seals.js';

/** The data is in memory twice: as read, and as converted. */
const COPIES = 2;

/** Background responses of an owner. All queries filter by the owner. */
@Injectable()
export class ResponseRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly seals: ResponseSeals,
    private readonly requests: RequestRepository,
    private readonly events: EventRepository,
  ) {}

  /** The number and size of the unfinished responses of an owner. */
  async measureUnfinished(owner: string): Promise<StorageAmount> {
    const [row] = await this.dataSource.query<{ items: number; bytes: number }[]>(
      `SELECT count(*)::int AS items, COALESCE(sum(octet_length(request)), 0)::float AS bytes
       FROM background_responses WHERE owner = $1 AND status IN ('queued', 'in_progress')`,
      [owner],
    );
    return row ?? { items: 0, bytes: 0 };
  }

  async insert(
    { id, owner, tokenId, request }: Omit<BackgroundResponse, 'status'>,
    { events, deadlineMs }: { events: readonly backgroundState.ResponseEvent[]; deadlineMs: number },
  ): Promise<void> {
    const sealed = await this.seals.sealRequest(id, request);
    const sealedEvents = await this.events.seal(id, events);
    await this.dataSource.transaction(async (manager) => {
      await manager.query(
        `INSERT INTO background_responses (id, owner, token_id, request, deadline_at)
         VALUES ($1, $2, $3, $4, clock_timestamp() + $5 * interval '1 millisecond')`,
        [id, owner, tokenId, sealed, deadlineMs],
      );
      await this.events.add(manager, id, sealedEvents);
    });
  }

  /** Undefined if there is none. Rows are deleted a day after the end of their response. */
  async findStatus(owner: string, id: string): Promise<BackgroundStatus | undefined> {
    const [row] = await this.dataSource.query<{ status: BackgroundStatus }[]>(
      'SELECT status FROM background_responses WHERE id = $1 AND owner = $2',
      [id, owner],
    );
    return row?.status;
  }

  /** The request of an unfinished response. The request, including the conversation, counts in `hold`. */
  async findRequest(owner: string, id: string, hold: ByteHold): Promise<BackgroundRequest | undefined> {
    const [row] = await this.dataSource.query<{ requestBytes: number }[]>(
      `SELECT octet_length(request) AS "requestBytes" FROM background_responses
       WHERE id = $1 AND owner = $2 AND status IN ('queued', 'in_progress')`,
      [id, owner],
    );
    if (row === undefined) return undefined;
    await hold.take(COPIES * row.requestBytes);
    return this.requests.load({ id, ...row });
  }

  /** An unfinished response, read from its first event: the request, which can be much larger, is not loaded. */
  async describeRunning(owner: string, id: string, hold: ByteHold): Promise<JsonObject | undefined> {
    const [row] = await this.dataSource.query<{ status: BackgroundStatus; sizeBytes: number }[]>(
      `SELECT status, octet_length(event) AS "sizeBytes" FROM background_responses
       JOIN background_response_events ON response_id = id AND sequence = $3
       WHERE id = $1 AND owner = $2 AND status IN ('queued', 'in_progress')`,
      [id, owner, backgroundState.CREATED],
    );
    if (row === undefined) return undefined;
    const { status, sizeBytes } = row;
    const created = { sequence: backgroundState.CREATED, sizeBytes };
    const response = await this.events.readResponse(id, created, hold);
    return response && { ...response, status };
  }

  async isRunning(owner: string, id: string): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      `SELECT FROM background_responses
       WHERE id = $1 AND owner = $2 AND status IN ('queued', 'in_progress')`,
      [id, owner],
    );
    return rows.length > 0;
  }

  /** Returns whether there is a response to cancel. The running worker, or the next one, reads the request soon. */
  async requestCancel(owner: string, id: string): Promise<boolean> {
    const [, count] = await this.dataSource.query<[unknown, number]>(
      `UPDATE background_responses SET next_run_at = clock_timestamp(), updated_at = clock_timestamp(),
         cancel_requested_at = COALESCE(cancel_requested_at, clock_timestamp())
       WHERE id = $1 AND owner = $2 AND status IN ('queued', 'in_progress')`,
      [id, owner],
    );
    return count > 0;
  }

  async deleteFinished(owner: string, id: string): Promise<void> {
    await this.dataSource.query(
      `DELETE FROM background_responses
       WHERE id = $1 AND owner = $2 AND status NOT IN ('queued', 'in_progress')`,
      [id, owner],
    );
  }
}
