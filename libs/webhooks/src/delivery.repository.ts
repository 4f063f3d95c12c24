import { type JsonObject } from '#canonical';
import { LeasedTable } from '#jobs';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, type EntityManager } from 'typeorm';
import { type Delivery } from './delivery.js';

const CLAIM_LOCK = 7_163_550_616;

export const DELIVERIES = new LeasedTable({
  name: 'webhook_deliveries',
  unfinished: `status = 'pending'`,
  dueAt: 'next_attempt_at',
});

export interface ClaimDeliveriesOptions {
  max: number;
  maxPerOrigin: number;
  leaseMs: number;
}

/** How an attempt failed, for the people who look into it. */
export interface FailedAttempt {
  status?: number;
  reason: string;
}

export interface NextAttempt extends FailedAttempt {
  delayMs: number;
  /** Keeps every other delivery of this token to this address waiting as well. */
  endpointRestMs?: number;
}

interface DeliveryRow {
  id: string;
  token_id: string;
  url: string;
  event: string;
  payload: JsonObject;
  attempts: number;
  traceparent: string | null;
}

/** The deliveries: who may send which now, and what came of it. */
@Injectable()
export class DeliveryRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Cheaper than a claim. What is due may still have to wait for its receiver. */
  async isAnyDue(): Promise<boolean> {
    const [row] = await this.dataSource.query<{ is_due: boolean }[]>(
      `SELECT EXISTS (SELECT FROM webhook_deliveries
         WHERE status = 'pending' AND next_attempt_at <= statement_timestamp()) AS is_due`,
    );
    return row?.is_due ?? false;
  }

  /**
   * Takes deliveries that are due and that nobody is sending. Origins take turns, so that a receiver with a long queue
   * does not stand before the others. One claim at a time, or two workers together could exceed what an origin is to bear.
   */
  async claimDue({ max, maxPerOrigin, leaseMs }: ClaimDeliveriesOptions): Promise<Delivery[]> {
    return this.dataSource.transaction(async (manager) => {
      await manager.query('SELECT pg_advisory_xact_lock($1)', [CLAIM_LOCK]);
      const rows = await DELIVERIES.claim<DeliveryRow>(manager, {
        leaseMs,
        max,
        where: (parameter) => `id IN (${chosenIds(parameter(maxPerOrigin), parameter(max))})`,
        set: () => 'attempts = attempts + 1',
        returning: 'id, token_id, url, event, payload, attempts, traceparent',
      });
      return rows.map(toDelivery);
    });
  }

  async markDelivered({ id, attempt }: Delivery, status: number): Promise<void> {
    await this.dataSource.query(
      `UPDATE webhook_deliveries SET status = 'delivered', lease_until = NULL, last_status = $3, last_error = NULL,
         finished_at = clock_timestamp()
       WHERE id = $1 AND attempts = $2 AND status = 'pending'`,
      [id, attempt, status],
    );
  }

  async scheduleNext(
    { id, attempt }: Delivery,
    { status, reason, delayMs, endpointRestMs }: NextAttempt,
  ): Promise<void> {
    await this.dataSource.query(
      `UPDATE webhook_deliveries SET lease_until = NULL, last_status = $3, last_error = $4,
         next_attempt_at = clock_timestamp() + $5 * interval '1 millisecond',
         endpoint_rests_until = clock_timestamp() + $6 * interval '1 millisecond'
       WHERE id = $1 AND attempts = $2 AND status = 'pending'`,
      [id, attempt, status ?? null, reason, delayMs, endpointRestMs ?? null],
    );
  }

  async markDead({ id, attempt }: Delivery, { status, reason }: FailedAttempt): Promise<void> {
    await this.dataSource.query(
      `UPDATE webhook_deliveries SET status = 'dead', lease_until = NULL, last_status = $3, last_error = $4,
         finished_at = clock_timestamp()
       WHERE id = $1 AND attempts = $2 AND status = 'pending'`,
      [id, attempt, status ?? null, reason],
    );
  }

  /** The receiver wants no more: neither this one nor what else waits for the same address. Answers how many died. */
  async markGone({ id, attempt, tokenId, url }: Delivery, status: number): Promise<number> {
    const [, count] = await this.dataSource.query<[unknown, number]>(
      `UPDATE webhook_deliveries SET status = 'dead', lease_until = NULL, last_status = $5, last_error = 'gone',
         finished_at = clock_timestamp()
       WHERE status = 'pending' AND ((id = $1 AND attempts = $2)
         OR (token_id = $3 AND url = $4 AND (lease_until IS NULL OR lease_until < clock_timestamp())))`,
      [id, attempt, tokenId, url, status],
    );
    return count;
  }

  /** Puts it back to where it began, under the id it has. False where it is being sent right now, or unknown. */
  async replay(id: string, manager: Pick<EntityManager, 'query'> = this.dataSource): Promise<boolean> {
    const [, count] = await manager.query<[unknown, number]>(
      `UPDATE webhook_deliveries SET status = 'pending', attempts = 0, next_attempt_at = clock_timestamp(),
         lease_until = NULL, endpoint_rests_until = NULL, finished_at = NULL
       WHERE id = $1 AND (lease_until IS NULL OR lease_until < clock_timestamp())`,
      [id],
    );
    return count === 1;
  }
}

/** Two addresses that differ in nothing but their query are answered by the same receiver. */
const toEndpoint = (table: string): string => `split_part(${table}.url, '?', 1)`;

/** Those that may be sent now, of each origin no more than it is to bear, taking turns. */
const chosenIds = (maxPerOrigin: string, max: string): string => `
  WITH running AS (
    SELECT origin, count(*) AS number FROM webhook_deliveries
    WHERE lease_until > statement_timestamp() GROUP BY origin
  ), waiting AS (
    SELECT id AS chosen_id, next_attempt_at, coalesce(running.number, 0)
      + row_number() OVER (PARTITION BY origin ORDER BY next_attempt_at) AS place_of_origin
    FROM webhook_deliveries delivery LEFT JOIN running USING (origin)
    WHERE status = 'pending' AND next_attempt_at <= statement_timestamp()
      AND (lease_until IS NULL OR lease_until < statement_timestamp())
      AND NOT EXISTS (
        SELECT FROM webhook_deliveries other
        WHERE other.token_id = delivery.token_id AND ${toEndpoint('other')} = ${toEndpoint('delivery')}
          AND other.endpoint_rests_until > statement_timestamp()
      )
  )
  SELECT chosen_id FROM waiting WHERE place_of_origin <= ${maxPerOrigin}
  ORDER BY place_of_origin, next_attempt_at LIMIT ${max}`;

function toDelivery({
  token_id: tokenId,
  attempts: attempt,
  id,
  url,
  event,
  payload,
  traceparent,
}: DeliveryRow): Delivery {
  return { id, tokenId, url, event, payload, attempt, traceparent: traceparent ?? undefined };
}
