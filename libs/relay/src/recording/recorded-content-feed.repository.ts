import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { readSettledSequence } from '#database';
import { type SequenceRange } from '#metering';
import { DataSource } from 'typeorm';
import { type RecordedContent } from './recorded-content.js';
import {
  type ContentRow,
  type FoundContent,
  RecordedContentRepository,
  toContent,
} from './recorded-content.repository.js';

export interface FedContent {
  /** In the order in which contents were stored. */
  sequence: string;
  requestId: string;
  tokenId: string;
  owner: string;
  recordedAtMs: number;
  /** Undefined where it was sealed with a key that is not there any more. */
  content: RecordedContent | undefined;
}

const TABLE = { table: 'recorded_contents', sequence: 'recorded_contents_sequence' };

/** Recorded contents in the order in which they were stored, opened. What has expired is left out. */
@Injectable()
export class RecordedContentFeedRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly contents: RecordedContentRepository,
  ) {}

  readSettled(): Promise<string | undefined> {
    return readSettledSequence(this.dataSource, TABLE);
  }

  async read({ after, upTo, limit }: SequenceRange): Promise<FedContent[]> {
    const rows = await this.dataSource.query<(ContentRow & { sequence: string })[]>(
      `SELECT * FROM recorded_contents
       WHERE sequence > $1 AND sequence <= $2 AND expires_at > now() ORDER BY sequence LIMIT $3`,
      [after, upTo, limit],
    );
    return rows.map((row) => {
      const found = toContent(row);
      const { requestId, tokenId, owner, recordedAtMs } = found;
      return {
        sequence: row.sequence,
        requestId,
        tokenId,
        owner,
        recordedAtMs,
        content: this.openIfPossible(found),
      };
    });
  }

  /** When the first was recorded that comes after this number. */
  async findFirstMoment(after: string): Promise<Date | undefined> {
    const [row] = await this.dataSource.query<{ recorded_at: Date }[]>(
      `SELECT recorded_at FROM recorded_contents
       WHERE sequence > $1 AND expires_at > now() ORDER BY sequence LIMIT 1`,
      [after],
    );
    return row?.recorded_at;
  }

  private openIfPossible(found: FoundContent): RecordedContent | undefined {
    try {
      return this.contents.open(found);
    } catch {
      return undefined;
    }
  }
}
