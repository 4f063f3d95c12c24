import { Injectable } from '@nestjs/common';
import { SecretBox, SecretUnreadable } from '#secrets';
import { DataSource, type EntityManager } from 'typeorm';
import {
  type Claim,
  type RunResult,
  type KeyState,
  type KeyStore,
  type StoredKey,
  type RunIdentity,
} from './idempotency-key.js';
import { type IdempotentResponse, packResponse, unpackResponse } from './idempotent-response.js';
import { IdempotentResponseQuota } from './idempotent-response-quota.js';

interface KeyRow {
  state: KeyState;
  body_hash: Buffer;
  lease_until: Date;
  answer: Buffer | null;
  resource_id: string | null;
}

type PackedFacts = Omit<IdempotentResponse, 'body'>;

@Injectable()
export class IdempotencyKeyRepository implements KeyStore {
  constructor(
    private readonly dataSource: DataSource,
    private readonly secretBox: SecretBox,
    private readonly quota?: IdempotentResponseQuota,
  ) {}

  async claim(claim: Claim, manager: Pick<EntityManager, 'query'> = this.dataSource): Promise<boolean> {
    const { keyId, runId, owner, bodyHash, resourceId, replaces = false } = claim;
    const rows = await manager.query<unknown[]>(
      `INSERT INTO idempotency_keys (id, run_id, body_hash, state, lease_until, expires_at, owner, resource_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (id) DO UPDATE
         SET run_id = excluded.run_id, body_hash = excluded.body_hash, state = excluded.state,
             lease_until = excluded.lease_until, expires_at = excluded.expires_at, owner = excluded.owner,
             resource_id = excluded.resource_id, answer = NULL
         WHERE idempotency_keys.expires_at <= $9 OR $10
       RETURNING run_id`,
      [
        keyId,
        runId,
        bodyHash,
        resourceId === undefined ? 'running' : 'created',
        new Date(claim.leaseUntilMs),
        new Date(claim.expiresAtMs),
        owner ?? null,
        resourceId ?? null,
        new Date(claim.nowMs),
        replaces,
      ],
    );
    return rows.length > 0;
  }

  async find(keyId: Buffer, nowMs: number): Promise<StoredKey | undefined> {
    const [row] = await this.dataSource.query<KeyRow[]>(
      `SELECT state, body_hash, lease_until, answer, resource_id FROM idempotency_keys
       WHERE id = $1 AND expires_at > $2`,
      [keyId, new Date(nowMs)],
    );
    if (row === undefined) return undefined;
    const { state, body_hash: bodyHash, lease_until: leaseUntil, resource_id: resourceId } = row;
    const stored = {
      state,
      bodyHash,
      leaseUntilMs: leaseUntil.getTime(),
      resourceId: resourceId ?? undefined,
    };
    if (row.answer === null) return stored;
    const answer = this.open(keyId, row.answer);
    return answer === undefined ? { ...stored, state: 'unkept' } : { ...stored, answer };
  }

  async renew(runs: readonly RunIdentity[], leaseUntilMs: number): Promise<void> {
    await this.dataSource.query(
      `UPDATE idempotency_keys SET lease_until = $3
       WHERE id = ANY ($1) AND run_id = ANY ($2) AND state = 'running'`,
      [runs.map(({ keyId }) => keyId), runs.map(({ runId }) => runId), new Date(leaseUntilMs)],
    );
  }

  async end({ keyId, runId, owner }: RunIdentity, result: RunResult, expiresAtMs: number): Promise<void> {
    const answer = result.state === 'answered' ? this.seal(keyId, result.answer) : null;
    await this.dataSource.query(
      `UPDATE idempotency_keys SET state = $3, answer = $4, expires_at = $5
       WHERE id = $1 AND run_id = $2 AND state = 'running'`,
      [keyId, runId, result.state, answer, new Date(expiresAtMs)],
    );
    if (answer !== null && owner !== undefined) this.quota?.noteAdded(owner, answer.length);
  }

  async free({ keyId, runId }: RunIdentity): Promise<void> {
    await this.dataSource.query(
      `DELETE FROM idempotency_keys WHERE id = $1 AND run_id = $2 AND state = 'running'`,
      [keyId, runId],
    );
  }

  private seal(keyId: Buffer, { body, ...facts }: IdempotentResponse): Buffer {
    return this.secretBox.seal(packResponse<PackedFacts>(facts, body), getSealContext(keyId));
  }

  /** Undefined if it was encrypted with another secret key. */
  private open(keyId: Buffer, sealed: Buffer): IdempotentResponse | undefined {
    try {
      const { facts, body } = unpackResponse<PackedFacts>(this.secretBox.open(sealed, getSealContext(keyId)));
      return { ...facts, body };
    } catch (error) {
      if (error instanceof SecretUnreadable) return undefined;
      throw error;
    }
  }
}

/** The context that a sealed response is bound to. */
function getSealContext(keyId: Buffer): string {
  return `idempotency_keys/${keyId.toString('hex')}/answer`;
}
