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

export interface ContentFeedItem {
  /** Increases in the order in which contents were stored. */
  sequence: string;
  requestId: string;
  tokenId: string;
  owner: string;
  recordedAtMs: number;
  /** Undefined if its encryption key is no longer available. */
  content: RecordedContent | undefined;
}

const TABLE = { table: 'recorded_contents', sequence: 'recorded_contents_sequence' };

/** Reads and decrypts recorded contents in the order in which they were stored, without expired ones. */
@Injectable()
export class RecordedContentFeedRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly contents: RecordedContentRepository,
  ) {}

  readSettled(): Promise<string | undefined> {
    return readSettledSequence(this.dataSource, TABLE);
  }

  async read({ after, upTo, limit }: SequenceRange): Promise<ContentFeedItem[]> {
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

  /** When the first content after this sequence number was recorded. */
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
