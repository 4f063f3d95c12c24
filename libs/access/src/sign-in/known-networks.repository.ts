import { type EntityManager } from 'typeorm';
import { typedEmail } from '../users/email.js';
import { toNetwork } from './address-subject.js';

const DAY_MS = 24 * 60 * 60_000;
const KNOWN_DAYS = 90;
const MAX_PER_USER = 20;

/** Networks from which people have signed in, for a while. */
export class KnownNetworks {
  constructor(private readonly database: Pick<EntityManager, 'query'>) {}

  async has(email: string, address: string, now: Date): Promise<boolean> {
    const rows = await this.database.query<unknown[]>(
      `SELECT 1 FROM known_networks AS known JOIN users ON users.id = known.user_id
       WHERE users.email = lower($1) AND known.network = $2 AND known.last_sign_in_at > $3`,
      [typedEmail(email), toNetwork(address), daysBefore(now)],
    );
    return rows.length > 0;
  }

  /** The oldest make room. */
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

  async deleteForgotten(now: Date): Promise<number> {
    const [, count] = await this.database.query<[unknown, number]>(
      'DELETE FROM known_networks WHERE last_sign_in_at <= $1',
      [daysBefore(now)],
    );
    return count;
  }
}

function daysBefore(now: Date): Date {
  return new Date(now.getTime() - KNOWN_DAYS * DAY_MS);
}
