import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type Transaction } from '#database';
import { SecretBox } from '#secrets';
import { DataSource } from 'typeorm';
import { type ContentKey, type RecordedContent } from './recorded-content.js';

export interface ContentToStore extends ContentKey {
  content: RecordedContent;
}

/** A recorded content before decryption. */
export interface FoundContent extends ContentKey {
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

/** Recorded contents, encrypted. Expired ones are never returned, although maintenance deletes them later. */
@Injectable()
export class RecordedContentRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly secretBox: SecretBox,
  ) {}

  /** Stores all contents or none. */
  async saveAll(contents: readonly ContentToStore[]): Promise<void> {
    // Request ids can repeat, and a statement can write each row only once.
    const rows = [...new Map(contents.map((content) => [getSealContext(content), content])).values()];
    const sealed = rows.map((row) => this.secretBox.seal(JSON.stringify(row.content), getSealContext(row)));
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

  /** The expiry of a content, if there is one. */
  async findExpiry(requestId: string, tokenId: string): Promise<Date | undefined> {
    const [row] = await this.dataSource.query<Pick<ContentRow, 'expires_at'>[]>(
      'SELECT expires_at FROM recorded_contents WHERE request_id = $1 AND token_id = $2 AND expires_at > now()',
      [requestId, tokenId],
    );
    return row?.expires_at;
  }

  /** The newest content of a request id. With `owner`, only if it belongs to that owner. */
  async find(manager: Transaction, requestId: string, owner?: string): Promise<FoundContent | undefined> {
    const [row] = await manager.query<ContentRow[]>(
      `SELECT * FROM recorded_contents WHERE ${CONDITION} ORDER BY recorded_at DESC LIMIT 1`,
      [requestId, owner ?? null],
    );
    return row === undefined ? undefined : toContent(row);
  }

  open(found: FoundContent): RecordedContent {
    return JSON.parse(this.secretBox.open(found.sealed, getSealContext(found))) as RecordedContent;
  }

  async delete(manager: Transaction, { requestId, tokenId }: ContentKey): Promise<void> {
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

/** The context that a sealed content is bound to. */
function getSealContext({ tokenId, requestId }: Pick<ContentKey, 'tokenId' | 'requestId'>): string {
  return `recorded_contents/${tokenId}/${requestId}/content`;
}
