import { Database, SqlConditions } from '#database';
import { Injectable } from '@nestjs/common';
import { newestFirst } from '../lists/newest-first.repository.js';
import { type Page } from '../lists/page.js';
import { type DeliveryState, type WebhookDeliveryListQuery } from './webhook-delivery.dto.js';

export interface DeliveryRow {
  id: string;
  state: DeliveryState;
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

/** An owner of the tokens that deliveries have to be of; undefined where anybody's will do. */
type Whose = string | undefined;

const SELECT = `
  SELECT delivery.id, status AS state, event AS type, subject, url, token_id, name AS token_name, owner, payload,
    attempts, last_status, last_error, next_attempt_at, delivery.created_at, finished_at
  FROM webhook_deliveries delivery LEFT JOIN tokens ON tokens.id = token_id`;

@Injectable()
export class WebhookDeliveriesRepository {
  constructor(private readonly database: Database) {}

  async list(query: WebhookDeliveryListQuery, whose: Whose): Promise<Page<DeliveryRow>> {
    const { state, token, type, from, to, sort } = query;
    const conditions = new SqlConditions();
    if (whose !== undefined) conditions.add('owner = ?', whose);
    if (state !== undefined) conditions.add('state = ?', state);
    if (token !== undefined) conditions.add('token_id = ?', token);
    if (type !== undefined) conditions.add('type = ?', type);
    if (from !== undefined) conditions.add('created_at >= ?', new Date(from));
    if (to !== undefined) conditions.add('created_at < ?', new Date(to));
    return newestFirst<DeliveryRow>(this.database, { select: SELECT, conditions, sort }, query);
  }

  async find(id: string, whose: Whose): Promise<DeliveryRow | undefined> {
    const [row] = await this.database.query<DeliveryRow[]>(
      `${SELECT} WHERE delivery.id = $1 AND ($2::text IS NULL OR owner = $2)`,
      [id, whose ?? null],
    );
    return row;
  }
}
