import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type EntityManager } from 'typeorm';
import { readStoredBudget } from '../budget-values.js';
import { type MemberColumns } from '../limits.js';

export interface MemberLimits extends MemberColumns {
  email: string;
}

/** The limits of single members. Null if the defaults for members apply. */
@Injectable()
export class MemberLimitsRepository {
  constructor(@InjectDataSource() private readonly database: Pick<EntityManager, 'query'>) {}

  async findAll(): Promise<MemberLimits[]> {
    const rows = await this.database.query<(Omit<MemberLimits, 'budget'> & { budget: unknown })[]>(
      `SELECT email, rpm, tpm, concurrency, requests_per_day AS "requestsPerDay", budget, models
       FROM users WHERE role = 'member'`,
    );
    return rows.map((row) => ({ ...row, budget: readStoredBudget(row.budget) }));
  }

  /** How many tokens a member may have; null if the default applies. */
  async findMaxTokens(userId: string): Promise<number | null> {
    const [row] = await this.database.query<{ max: number | null }[]>(
      'SELECT max_tokens AS max FROM users WHERE id = $1',
      [userId],
    );
    return row?.max ?? null;
  }

  /** The same, and locks the row until the transaction ends. */
  async lockMaxTokens(userId: string): Promise<number | null> {
    const [row] = await this.database.query<{ max: number | null }[]>(
      'SELECT max_tokens AS max FROM users WHERE id = $1 FOR UPDATE',
      [userId],
    );
    return row?.max ?? null;
  }
}
