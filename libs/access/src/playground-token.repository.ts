import { randomBytes, randomUUID } from 'node:crypto';
import { type AuthorizedChange } from '#rights';
import { SecretBox, derivePlaygroundKey, hashTokenKey } from '#secrets';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type EntityManager } from 'typeorm';

const LIFETIME_MS = 60 * 60_000;
const HASH_BYTES = 32;

export interface PlaygroundToken {
  tokenId: string;
  key: string;
  expiresAt: Date;
}

/** The token that a signed-in user has in the playground. Limits and budget are those of its owner. */
@Injectable()
export class PlaygroundTokenRepository {
  constructor(
    @InjectDataSource() private readonly database: Pick<EntityManager, 'query'>,
    private readonly secretBox: SecretBox,
  ) {}

  /**
   * Returns the key of this session. It expires after an hour, or earlier with the session. Undefined if the session has
   * ended. The hash in the row of the token itself is random: no key has it.
   */
  async issue(
    { after: { owner: email } }: AuthorizedChange<'playground-token', undefined, { owner: string }>,
    sessionId: string,
    now: Date,
  ): Promise<PlaygroundToken | undefined> {
    const [secretKey = new Uint8Array()] = this.secretBox.keys.all();
    const key = derivePlaygroundKey(secretKey, sessionId);
    const [row] = await this.database.query<Omit<PlaygroundToken, 'key'>[]>(
      `WITH session AS (
         SELECT id_hash, least(expires_at, $2) AS expires_at FROM user_sessions WHERE id_hash = $1 FOR KEY SHARE
       ), token AS (
         INSERT INTO tokens (id, name, key_hash, key_hint, owner, origin)
         SELECT $3, $4, $5, '', $6, 'playground' FROM session
         ON CONFLICT (owner) WHERE origin = 'playground' DO UPDATE SET name = EXCLUDED.name
         RETURNING id
       )
       INSERT INTO client_secrets (hash, token_id, session_hash, expires_at)
       SELECT $7, token.id, session.id_hash, session.expires_at FROM session, token
       ON CONFLICT (hash) DO UPDATE SET expires_at = EXCLUDED.expires_at
       RETURNING token_id AS "tokenId", expires_at AS "expiresAt"`,
      [
        hashTokenKey(sessionId),
        new Date(now.getTime() + LIFETIME_MS),
        randomUUID(),
        `Playground of ${email}`,
        randomBytes(HASH_BYTES),
        email,
        hashTokenKey(key),
      ],
    );
    return row && { ...row, key };
  }
}
