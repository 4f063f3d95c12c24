import { type backgroundState } from '#wire';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, type EntityManager } from 'typeorm';
import { type BackgroundStatus, type Lease, isFinishedStatus } from './background-response.js';
import { ResponseSeals } from './response-seals.js';

type ResponseEvent = backgroundState.ResponseEvent;

const MAX_PAGE = 500;

export interface EventPage {
  events: ResponseEvent[];
  /** There are more already. */
  isFull: boolean;
  /** No event follows, now or later. */
  isLast: boolean;
}

interface EventRow {
  status: BackgroundStatus;
  sequence: number | null;
  event: Buffer | null;
}

/** What has been said of responses, so that it can be said again. */
@Injectable()
export class EventRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly seals: ResponseSeals,
  ) {}

  /** What is there already stays: whoever could not hear that it was written may write it again. */
  async add(manager: EntityManager, id: string, events: readonly ResponseEvent[]): Promise<void> {
    await manager.query(
      `INSERT INTO background_response_events (response_id, sequence, event)
       SELECT $1, sequence, event FROM unnest($2::int[], $3::bytea[]) AS given (sequence, event)
       ON CONFLICT DO NOTHING`,
      [id, ...this.getColumns(id, events)],
    );
  }

  /** False where the lease is lost: then nothing has been added. */
  async append({ id, epoch }: Lease, events: readonly ResponseEvent[]): Promise<boolean> {
    const held = await this.dataSource.query<unknown[]>(
      `WITH held AS (
         SELECT id FROM background_responses
         WHERE id = $1 AND lease_epoch = $2 AND status = 'in_progress' FOR SHARE
       ), added AS (
         INSERT INTO background_response_events (response_id, sequence, event)
         SELECT id, sequence, event FROM held, unnest($3::int[], $4::bytea[]) AS given (sequence, event)
         ON CONFLICT DO NOTHING
       )
       SELECT id FROM held`,
      [id, epoch, ...this.getColumns(id, events)],
    );
    return held.length > 0;
  }

  /** Undefined where the owner has no such response. State and events are of one moment. */
  async readAfter(owner: string, id: string, sequence: number): Promise<EventPage | undefined> {
    const rows = await this.dataSource.query<EventRow[]>(
      `SELECT status, sequence, event FROM background_responses
       LEFT JOIN LATERAL (
         SELECT sequence, event FROM background_response_events
         WHERE response_id = id AND sequence > $3 ORDER BY sequence LIMIT $4
       ) said ON true
       WHERE id = $1 AND owner = $2 ORDER BY sequence`,
      [id, owner, sequence, MAX_PAGE],
    );
    const [first] = rows;
    if (first === undefined) return undefined;
    const events = rows.flatMap((row) =>
      row.sequence === null || row.event === null ? [] : [this.seals.openEvent(id, row.sequence, row.event)],
    );
    const isFull = events.length === MAX_PAGE;
    return { events, isFull, isLast: isFinishedStatus(first.status) && !isFull };
  }

  private getColumns(id: string, events: readonly ResponseEvent[]): [number[], Buffer[]] {
    return [
      events.map((event) => event.sequence_number),
      events.map((event) => this.seals.sealEvent(id, event)),
    ];
  }
}
