import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type Transaction } from '#database';
import { SecretBox } from '#secrets';
import { DataSource } from 'typeorm';
import { type ContentPlace, type RecordedContent } from './recorded-content.js';

export interface ContentToStore extends ContentPlace {
  content: RecordedContent;
}

/** What is found of a content without opening it. */
export interface FoundContent extends ContentPlace {
  sealed: Buffer;
}

export interface ContentRow {
  request_id: string;
  token_id: string;
  owner: string;
  content: Buffer;
  recorded_at: Date;
  expires_at: Date;
}

const CONDITION = 'request_id = $1 AND ($2::text IS NULL OR owner = $2) AND expires_at > now()';

/** What requests of chosen tokens said, sealed. What has expired is gone for everybody, though maintenance deletes it a little later. */
@Injectable()
export class RecordedContentRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly secretBox: SecretBox,
  ) {}

  /** All of them or none. */
  async saveAll(contents: readonly ContentToStore[]): Promise<void> {
    // A request may be named like one before it; a statement can write each row only once.
    const rows = [...new Map(contents.map((content) => [describePlace(content), content])).values()];
    const sealed = rows.map((row) => this.secretBox.seal(JSON.stringify(row.content), describePlace(row)));
    await this.dataSource.query(
      `INSERT INTO recorded_contents (request_id, token_id, owner, content, size_bytes, recorded_at, expires_at)
       SELECT * FROM unnest($1::text[], $2::uuid[], $3::text[], $4::bytea[], $5::integer[],
         $6::timestamptz[], $7::timestamptz[])
       ON CONFLICT (request_id, token_id) DO UPDATE
         SET owner = excluded.owner, content = excluded.content, size_bytes = excluded.size_bytes,
             recorded_at = excluded.recorded_at, expires_at = excluded.expires_at, sequence = excluded.sequence`,
      [
        rows.map(({ requestId }) => requestId),
        rows.map(({ tokenId }) => tokenId),
        rows.map(({ owner }) => owner),
        sealed,
        sealed.map(({ length }) => length),
        rows.map(({ recordedAtMs }) => new Date(recordedAtMs)),
        rows.map(({ expiresAtMs }) => new Date(expiresAtMs)),
      ],
    );
  }

  /** Until when it is kept, where it is. `owner` confines it to somebody's own. */
  async findExpiry(requestId: string, tokenId: string): Promise<Date | undefined> {
    const [row] = await this.dataSource.query<Pick<ContentRow, 'expires_at'>[]>(
      'SELECT expires_at FROM recorded_contents WHERE request_id = $1 AND token_id = $2 AND expires_at > now()',
      [requestId, tokenId],
    );
    return row?.expires_at;
  }

  /** The newest under this name; `owner` confines it to somebody's own. */
  async find(manager: Transaction, requestId: string, owner?: string): Promise<FoundContent | undefined> {
    const [row] = await manager.query<ContentRow[]>(
      `SELECT * FROM recorded_contents WHERE ${CONDITION} ORDER BY recorded_at DESC LIMIT 1`,
      [requestId, owner ?? null],
    );
    return row === undefined ? undefined : toContent(row);
  }

  open(found: FoundContent): RecordedContent {
    return JSON.parse(this.secretBox.open(found.sealed, describePlace(found))) as RecordedContent;
  }

  async delete(manager: Transaction, { requestId, tokenId }: ContentPlace): Promise<void> {
    await manager.query('DELETE FROM recorded_contents WHERE request_id = $1 AND token_id = $2', [
      requestId,
      tokenId,
    ]);
  }
}

export function toContent(row: ContentRow): FoundContent {
  return {
    requestId: row.request_id,
    tokenId: row.token_id,
    owner: row.owner,
    recordedAtMs: row.recorded_at.getTime(),
    expiresAtMs: row.expires_at.getTime(),
    sealed: row.content,
  };
}

/** What a sealed content is bound to. */
function describePlace({ tokenId, requestId }: Pick<ContentPlace, 'tokenId' | 'requestId'>): string {
  return `recorded_contents/${tokenId}/${requestId}/content`;
}
