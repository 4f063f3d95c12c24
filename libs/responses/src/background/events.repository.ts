import { type JsonObject } from '#canonical';
import { parseStoredJson } from '#json-scan';
import { type ByteHold } from '#limits';
import { backgroundState } from '#wire';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, type EntityManager } from 'typeorm';
import { type ContentSource, readContents } from '../stored/sealed-contents.js';
import { type BackgroundStatus, type Lease, isFinishedStatus } from './background-response.js';
import { ResponseSeals } from './response-seals.js';

type ResponseEvent = backgroundState.ResponseEvent;

const MAX_PAGE = 500;
/** The limit of a page, unless its only event is larger. */
const MAX_PAGE_BYTES = 512 * 1024;
const MAX_INSERT_BYTES = 1024 * 1024;
/** The data is in memory twice: as stored, and as sent. */
const COPIES = 2;

export interface SealedEvent {
  sequence: number;
  content: Buffer;
}

export interface EventPage {
  /** As they are sent to clients. */
  events: { sequence: number; bytes: Buffer }[];
  /** The bytes of the page in the hold. */
  heldBytes: number;
  /** Whether more events are stored. */
  isFull: boolean;
  /** Whether no event will follow. */
  isLast: boolean;
}

interface EventPlace {
  sequence: number;
  sizeBytes: number;
}

interface EventRow {
  status: BackgroundStatus;
  sequence: number | null;
  size_bytes: number | null;
}

/** The stored events of background responses. */
@Injectable()
export class EventRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly seals: ResponseSeals,
  ) {}

  /** Encrypts events. Call it before the transaction, which should not stay open for so long. */
  async seal(id: string, events: readonly ResponseEvent[]): Promise<SealedEvent[]> {
    const sealed: SealedEvent[] = [];
    for (const event of events) {
      sealed.push({ sequence: event.sequence_number, content: await this.seals.sealEvent(id, event) });
    }
    return sealed;
  }

  /** Adds events. Existing ones are unchanged, so a write whose result was lost can be repeated. */
  async add(manager: EntityManager, id: string, events: readonly SealedEvent[]): Promise<void> {
    for (const batch of toBatches(events)) {
      await manager.query(
        `INSERT INTO background_response_events (response_id, sequence, event)
         SELECT $1, sequence, event FROM (VALUES ${valuesFrom(2, batch)}) AS given (sequence, event)
         ON CONFLICT DO NOTHING`,
        [id, ...toParameters(batch)],
      );
    }
  }

  /** Returns false, without adding more events, if the lease is lost. */
  async append({ id, epoch }: Lease, events: readonly ResponseEvent[]): Promise<boolean> {
    for (const batch of toBatches(await this.seal(id, events))) {
      const held = await this.dataSource.query<unknown[]>(
        `WITH held AS (
           SELECT id FROM background_responses
           WHERE id = $1 AND lease_epoch = $2 AND status = 'in_progress' FOR SHARE
         ), added AS (
           INSERT INTO background_response_events (response_id, sequence, event)
           SELECT id, sequence, event FROM held, (VALUES ${valuesFrom(3, batch)}) AS given (sequence, event)
           ON CONFLICT DO NOTHING
         )
         SELECT id FROM held`,
        [id, epoch, ...toParameters(batch)],
      );
      if (held.length === 0) return false;
    }
    return true;
  }

  /**
   * Undefined if the owner has no such response. Status and events are read in one query. The page counts in `hold`
   * until the caller gives it back.
   */
  async readAfter(
    owner: string,
    id: string,
    sequence: number,
    hold: ByteHold,
  ): Promise<EventPage | undefined> {
    const rows = await this.dataSource.query<EventRow[]>(
      `SELECT status, sequence, size_bytes FROM background_responses
       LEFT JOIN LATERAL (
         SELECT sequence, octet_length(event) AS size_bytes FROM background_response_events
         WHERE response_id = id AND sequence > $3 ORDER BY sequence LIMIT $4
       ) stored ON true
       WHERE id = $1 AND owner = $2 ORDER BY sequence`,
      [id, owner, sequence, MAX_PAGE],
    );
    const [first] = rows;
    if (first === undefined) return undefined;
    const found = rows.flatMap((row) =>
      row.sequence === null ? [] : [{ sequence: row.sequence, sizeBytes: row.size_bytes ?? 0 }],
    );
    const places = takePage(found);
    const heldBytes = COPIES * places.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    await hold.take(heldBytes);
    const isFull = places.length < found.length || found.length === MAX_PAGE;
    const isLast = isFinishedStatus(first.status) && !isFull;
    return { events: await this.read(id, places), heldBytes, isFull, isLast };
  }

  /** The response in an event. Undefined if the event was deleted. The loaded data counts in `hold`. */
  async readResponse(id: string, place: EventPlace, hold: ByteHold): Promise<JsonObject | undefined> {
    await hold.take(COPIES * place.sizeBytes);
    for await (const { json } of this.open(id, [place])) {
      return (await parseStoredJson(json))['response'] as JsonObject;
    }
    return undefined;
  }

  private async read(id: string, places: readonly EventPlace[]): Promise<EventPage['events']> {
    const events: EventPage['events'] = [];
    for await (const { sequence, json } of this.open(id, places)) {
      events.push({ sequence, bytes: await backgroundState.encodeStoredEvent(json) });
    }
    return events;
  }

  private async *open(
    id: string,
    places: readonly EventPlace[],
  ): AsyncGenerator<{ sequence: number; json: Buffer }, void> {
    const source: ContentSource = {
      table: 'background_response_events',
      column: 'event',
      key: [{ name: 'sequence', type: 'integer' }],
      where: 'response_id = $1',
      parameters: [id],
    };
    const rows = places.map(({ sequence, sizeBytes }) => ({ key: [sequence] as const, sizeBytes }));
    for await (const { key, content } of readContents(this.dataSource, source, rows)) {
      const [sequence] = key;
      yield { sequence, json: await this.seals.openEvent(id, sequence, content) };
    }
  }
}

function takePage(found: readonly EventPlace[]): EventPlace[] {
  let bytes = 0;
  const end = found.findIndex(({ sizeBytes }, index) => (bytes += sizeBytes) > MAX_PAGE_BYTES && index > 0);
  return end === -1 ? [...found] : found.slice(0, end);
}

function* toBatches(events: readonly SealedEvent[]): Generator<SealedEvent[], void> {
  let batch: SealedEvent[] = [];
  let bytes = 0;
  for (const event of events) {
    if (batch.length === MAX_PAGE || (batch.length > 0 && bytes + event.content.length > MAX_INSERT_BYTES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(event);
    bytes += event.content.length;
  }
  if (batch.length > 0) yield batch;
}

/** Each content is a separate parameter, because the driver would encode an array of them in hexadecimal. */
function valuesFrom(first: number, batch: readonly SealedEvent[]): string {
  return batch.map((_, index) => `($${first + 2 * index}::int, $${first + 2 * index + 1}::bytea)`).join(', ');
}

function toParameters(batch: readonly SealedEvent[]): unknown[] {
  return batch.flatMap(({ sequence, content }) => [sequence, content]);
}
