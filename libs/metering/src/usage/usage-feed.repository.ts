import { readSettledSequence } from '#database';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { type UsageRecord } from './usage-query.js';
import { type EventRow, toRecord } from './usage-read-rows.js';
import { SELECT_RECORDS } from './usage.repository.js';

export interface StoredRecord {
  /** Increases in the order in which requests were stored. */
  sequence: string;
  record: UsageRecord;
}

/** Sequence numbers above `after`, up to and including `upTo`. */
export interface SequenceRange {
  after: string;
  upTo: string;
  limit: number;
}

/** Requests in the order in which they were stored, for exports that need each of them once. */
@Injectable()
export class UsageFeedRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** The number up to which no further row can appear; undefined if it cannot be determined now. */
  readSettled(): Promise<string | undefined> {
    return readSettledSequence(this.dataSource, { table: 'usage_events', sequence: 'usage_events_sequence' });
  }

  async read({ after, upTo, limit }: SequenceRange): Promise<StoredRecord[]> {
    const rows = await this.dataSource.query<(EventRow & { sequence: string })[]>(
      `${SELECT_RECORDS}, e.sequence::text AS sequence FROM (
         SELECT * FROM usage_events WHERE sequence > $1 AND sequence <= $2 ORDER BY sequence LIMIT $3) AS e
       ORDER BY e.sequence`,
      [after, upTo, limit],
    );
    return rows.map((row) => ({ sequence: row.sequence, record: toRecord(row) }));
  }

  /** The end of the first request after this number. */
  async findFirstEnd(after: string): Promise<Date | undefined> {
    const [row] = await this.dataSource.query<{ ended_at: Date }[]>(
      `SELECT started_at + duration_ms * interval '1 millisecond' AS ended_at
       FROM usage_events WHERE sequence > $1 ORDER BY sequence LIMIT 1`,
      [after],
    );
    return row?.ended_at;
  }
}
