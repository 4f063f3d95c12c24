import { type ByteHold } from '#limits';
import { type StorageAmount } from '#quotas';
import { type backgroundState } from '#wire';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { type BackgroundResponse, type BackgroundStatus } from './background-response.js';
import { EventRepository } from './events.repository.js';
import { ResponseSeals } from './response-seals.js';

/** What is read is in memory twice: as objects, and as what is made of them. */
const COPIES = 2;

/** A row of `background_responses`, as the driver gives it. */
export interface ResponseRow {
  id: string;
  owner: string;
  token_id: string;
  status: BackgroundStatus;
  request: Buffer;
}

/** Responses as their owners see them. Every question names the owner: nobody finds what belongs to somebody else. */
@Injectable()
export class ResponseRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly seals: ResponseSeals,
    private readonly events: EventRepository,
  ) {}

  /** What its owner has not been answered yet. */
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
    { said, deadlineMs }: { said: readonly backgroundState.ResponseEvent[]; deadlineMs: number },
  ): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await manager.query(
        `INSERT INTO background_responses (id, owner, token_id, request, deadline_at)
         VALUES ($1, $2, $3, $4, clock_timestamp() + $5 * interval '1 millisecond')`,
        [id, owner, tokenId, this.seals.sealRequest(id, request), deadlineMs],
      );
      await this.events.add(manager, id, said);
    });
  }

  /** One that is not finished. Its request, with the conversation that it continues, counts in `hold`. */
  async findRunning(owner: string, id: string, hold: ByteHold): Promise<BackgroundResponse | undefined> {
    const [head] = await this.dataSource.query<{ bytes: number }[]>(
      `SELECT octet_length(request) AS bytes FROM background_responses
       WHERE id = $1 AND owner = $2 AND status IN ('queued', 'in_progress')`,
      [id, owner],
    );
    if (head === undefined) return undefined;
    await hold.take(COPIES * head.bytes);
    const [row] = await this.dataSource.query<ResponseRow[]>(
      `SELECT id, owner, token_id, status, request FROM background_responses
       WHERE id = $1 AND owner = $2 AND status IN ('queued', 'in_progress')`,
      [id, owner],
    );
    return row === undefined ? undefined : toResponse(row, this.seals);
  }

  async isRunning(owner: string, id: string): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      `SELECT FROM background_responses
       WHERE id = $1 AND owner = $2 AND status IN ('queued', 'in_progress')`,
      [id, owner],
    );
    return rows.length > 0;
  }

  /** Whoever works on it sees the request within a moment; so does whoever would take it up. */
  async requestCancel(owner: string, id: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE background_responses SET next_run_at = clock_timestamp(), updated_at = clock_timestamp(),
         cancel_requested_at = COALESCE(cancel_requested_at, clock_timestamp())
       WHERE id = $1 AND owner = $2 AND status = 'in_progress'`,
      [id, owner],
    );
  }

  async deleteFinished(owner: string, id: string): Promise<void> {
    await this.dataSource.query(
      `DELETE FROM background_responses
       WHERE id = $1 AND owner = $2 AND status NOT IN ('queued', 'in_progress')`,
      [id, owner],
    );
  }
}

export function toResponse(row: ResponseRow, seals: ResponseSeals): BackgroundResponse {
  return {
    id: row.id,
    owner: row.owner,
    tokenId: row.token_id,
    status: row.status,
    request: seals.openRequest(row.id, row.request),
  };
}
