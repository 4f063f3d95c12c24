import { type EntityManager } from 'typeorm';
import { normalizeEmail } from '../users/email.js';
import { toNetwork } from './address-subject.js';

const DAY_MS = 24 * 60 * 60_000;
const KNOWN_DAYS = 90;
const MAX_PER_USER = 20;

/** The networks from which each user signed in during the last 90 days. */
export class KnownNetworks {
  constructor(private readonly database: Pick<EntityManager, 'query'>) {}

  async has(email: string, address: string, now: Date): Promise<boolean> {
    const rows = await this.database.query<unknown[]>(
      `SELECT 1 FROM known_networks AS known JOIN users ON users.id = known.user_id
       WHERE users.email = lower($1) AND known.network = $2 AND known.last_sign_in_at > $3`,
      [normalizeEmail(email), toNetwork(address), startOfMemory(now)],
    );
    return rows.length > 0;
  }

  /** Adds the network of this address, and deletes the oldest networks of the user above the maximum. */
  async remember(userId: string, address: string, now: Date): Promise<void> {
    await this.database.query(
      `INSERT INTO known_networks (user_id, network, last_sign_in_at) VALUES ($1, $2, $3)
       ON CONFLICT (user_id, network) DO UPDATE SET last_sign_in_at = excluded.last_sign_in_at`,
      [userId, toNetwork(address), now],
    );
    await this.database.query(
      `DELETE FROM known_networks WHERE user_id = $1 AND network IN (
         SELECT network FROM known_networks WHERE user_id = $1
         ORDER BY last_sign_in_at DESC, network OFFSET ${MAX_PER_USER})`,
      [userId],
    );
  }

  async deleteExpired(now: Date): Promise<number> {
    const [, count] = await this.database.query<[unknown, number]>(
      'DELETE FROM known_networks WHERE last_sign_in_at <= $1',
      [startOfMemory(now)],
    );
    return count;
  }
}

function startOfMemory(now: Date): Date {
  return new Date(now.getTime() - KNOWN_DAYS * DAY_MS);
}
