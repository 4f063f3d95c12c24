import { type Page, type PageRequest, SqlConditions, newestFirst } from '#database';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

export interface DeliveryFilter extends PageRequest {
  sort: string;
  state?: 'pending' | 'delivered' | 'dead';
  token?: string;
  type?: string;
  /** Created at this moment or later. */
  from?: string;
  /** Created before this moment. */
  to?: string;
}

export interface DeliveryRow {
  id: string;
  state: NonNullable<DeliveryFilter['state']>;
  type: string;
  subject: string;
  url: string;
  token_id: string;
  token_name: string | null;
  payload: object;
  attempts: number;
  last_status: number | null;
  last_error: string | null;
  next_attempt_at: Date;
  created_at: Date;
  finished_at: Date | null;
}

/** The owner of the tokens of the deliveries; undefined for all owners. */
type OwnerFilter = string | undefined;

const SELECT = `
  SELECT delivery.id, status AS state, event AS type, subject, url, token_id, name AS token_name, owner, payload,
    attempts, last_status, last_error, next_attempt_at, delivery.created_at, finished_at
  FROM webhook_deliveries delivery LEFT JOIN tokens ON tokens.id = token_id`;

/** Lists deliveries for the admin API. */
@Injectable()
export class DeliveryListRepository {
  constructor(private readonly dataSource: DataSource) {}

  async list(query: DeliveryFilter, owner: OwnerFilter): Promise<Page<DeliveryRow>> {
    const { state, token, type, from, to, sort } = query;
    const conditions = new SqlConditions();
    if (owner !== undefined) conditions.add('owner = ?', owner);
    if (state !== undefined) conditions.add('state = ?', state);
    if (token !== undefined) conditions.add('token_id = ?', token);
    if (type !== undefined) conditions.add('type = ?', type);
    if (from !== undefined) conditions.add('created_at >= ?', new Date(from));
    if (to !== undefined) conditions.add('created_at < ?', new Date(to));
    return newestFirst<DeliveryRow>(this.dataSource, { select: SELECT, conditions, sort }, query);
  }

  async find(id: string, owner: OwnerFilter): Promise<DeliveryRow | undefined> {
    const [row] = await this.dataSource.query<DeliveryRow[]>(
      `${SELECT} WHERE delivery.id = $1 AND ($2::text IS NULL OR owner = $2)`,
      [id, owner ?? null],
    );
    return row;
  }
}
