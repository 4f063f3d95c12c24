import { type SecretBox, SecretUnreadable } from '#secrets';
import { type DataSource } from 'typeorm';
import { type KeptAnswer, packAnswer, unpackAnswer } from '../kept-answer.js';
import {
  type Claim,
  type Ending,
  type KeyState,
  type KeyStore,
  type KnownKey,
  type RunIdentity,
} from './key-store.js';

interface KeyRow {
  state: KeyState;
  body_hash: Buffer;
  lease_until: Date;
  answer: Buffer | null;
}

type AnswerFacts = Omit<KeptAnswer, 'body'>;

export class KeysRepository implements KeyStore {
  constructor(
    private readonly dataSource: DataSource,
    private readonly secretBox: SecretBox,
    /** Hears of every answer that is kept. */
    private readonly quota?: { noteAdded(owner: string, bytes: number): void },
  ) {}

  async claim({ keyId, runId, owner, bodyHash, nowMs, leaseUntilMs, expiresAtMs }: Claim): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      `INSERT INTO idempotency_keys (id, run_id, body_hash, state, lease_until, expires_at, owner)
       VALUES ($1, $2, $3, 'running', $4, $5, $7)
       ON CONFLICT (id) DO UPDATE
         SET run_id = excluded.run_id, body_hash = excluded.body_hash, state = excluded.state,
             lease_until = excluded.lease_until, expires_at = excluded.expires_at, owner = excluded.owner,
             answer = NULL
         WHERE idempotency_keys.expires_at <= $6
       RETURNING run_id`,
      [keyId, runId, bodyHash, new Date(leaseUntilMs), new Date(expiresAtMs), new Date(nowMs), owner ?? null],
    );
    return rows.length > 0;
  }

  async find(keyId: Buffer, nowMs: number): Promise<KnownKey | undefined> {
    const [row] = await this.dataSource.query<KeyRow[]>(
      `SELECT state, body_hash, lease_until, answer FROM idempotency_keys WHERE id = $1 AND expires_at > $2`,
      [keyId, new Date(nowMs)],
    );
    if (row === undefined) return undefined;
    const known = { state: row.state, bodyHash: row.body_hash, leaseUntilMs: row.lease_until.getTime() };
    if (row.answer === null) return known;
    const answer = this.open(keyId, row.answer);
    return answer === undefined ? { ...known, state: 'unkept' } : { ...known, answer };
  }

  async renew(runs: readonly RunIdentity[], leaseUntilMs: number): Promise<void> {
    await this.dataSource.query(
      `UPDATE idempotency_keys SET lease_until = $3
       WHERE id = ANY ($1) AND run_id = ANY ($2) AND state = 'running'`,
      [runs.map(({ keyId }) => keyId), runs.map(({ runId }) => runId), new Date(leaseUntilMs)],
    );
  }

  async end({ keyId, runId, owner }: RunIdentity, ending: Ending, expiresAtMs: number): Promise<void> {
    const answer = ending.state === 'answered' ? this.seal(keyId, ending.answer) : null;
    await this.dataSource.query(
      `UPDATE idempotency_keys SET state = $3, answer = $4, expires_at = $5
       WHERE id = $1 AND run_id = $2 AND state = 'running'`,
      [keyId, runId, ending.state, answer, new Date(expiresAtMs)],
    );
    if (answer !== null && owner !== undefined) this.quota?.noteAdded(owner, answer.length);
  }

  async free({ keyId, runId }: RunIdentity): Promise<void> {
    await this.dataSource.query(
      `DELETE FROM idempotency_keys WHERE id = $1 AND run_id = $2 AND state = 'running'`,
      [keyId, runId],
    );
  }

  private seal(keyId: Buffer, { body, ...facts }: KeptAnswer): Buffer {
    return this.secretBox.seal(packAnswer<AnswerFacts>(facts, body), placeOf(keyId));
  }

  /** Undefined where the gateway's secret key is not the one it was sealed with. */
  private open(keyId: Buffer, sealed: Buffer): KeptAnswer | undefined {
    try {
      const { facts, body } = unpackAnswer<AnswerFacts>(this.secretBox.open(sealed, placeOf(keyId)));
      return { ...facts, body };
    } catch (error) {
      if (error instanceof SecretUnreadable) return undefined;
      throw error;
    }
  }
}

function placeOf(keyId: Buffer): string {
  return `idempotency_keys/${keyId.toString('hex')}/answer`;
}
