import { Injectable } from '@nestjs/common';
import { packResponse, unpackResponse } from '#idempotency';
import { SecretBox } from '#secrets';
import { DataSource } from 'typeorm';
import { type CachedResponseStore, type CachedResponse } from './cached-response.js';

interface ResponseRow {
  answer: Buffer;
  kept_at: Date;
  expires_at: Date;
}

type PackedFacts = Pick<CachedResponse, 'isStreamed' | 'headers' | 'origin'>;

/** All queries filter by the owner, although the key includes it, so that no owner can read rows of another. */
@Injectable()
export class CachedResponseRepository implements CachedResponseStore {
  constructor(
    private readonly dataSource: DataSource,
    private readonly secretBox: SecretBox,
  ) {}

  async find(owner: string, key: Buffer, nowMs: number): Promise<CachedResponse | undefined> {
    const [row] = await this.dataSource.query<ResponseRow[]>(
      `SELECT answer, kept_at, expires_at FROM cached_answers
       WHERE key = $1 AND owner = $2 AND expires_at > $3`,
      [key, owner, new Date(nowMs)],
    );
    if (row === undefined) return undefined;
    const packed = this.secretBox.open(row.answer, getSealContext(owner, key));
    const { facts, body } = unpackResponse<PackedFacts>(packed);
    return { ...facts, body, keptAtMs: row.kept_at.getTime(), expiresAtMs: row.expires_at.getTime() };
  }

  async save(owner: string, key: Buffer, answer: CachedResponse): Promise<void> {
    const { isStreamed, headers, origin, body, keptAtMs, expiresAtMs } = answer;
    const packed = packResponse<PackedFacts>({ isStreamed, headers, origin }, body);
    const sealed = this.secretBox.seal(packed, getSealContext(owner, key));
    await this.dataSource.query(
      `INSERT INTO cached_answers (key, owner, answer, size_bytes, kept_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (key) DO UPDATE
         SET answer = excluded.answer, size_bytes = excluded.size_bytes,
             kept_at = excluded.kept_at, expires_at = excluded.expires_at`,
      [key, owner, sealed, sealed.length, new Date(keptAtMs), new Date(expiresAtMs)],
    );
  }
}

/** The context that a sealed response is bound to. */
function getSealContext(owner: string, key: Buffer): string {
  return `cached_answers/${owner}/${key.toString('hex')}/answer`;
}
