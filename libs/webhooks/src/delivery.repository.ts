import { type JsonObject } from '#canonical';
import { ADVISORY_LOCKS } from '#database';
import { LeasedTable } from '#jobs';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, type EntityManager } from 'typeorm';
import { type Delivery } from './delivery.js';

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

/** Why an attempt failed, for admins. */
export interface FailedAttempt {
  status?: number;
  reason: string;
}

export interface NextAttempt extends FailedAttempt {
  delayMs: number;
  /** Pauses all other deliveries of this token to this endpoint, too. */
  endpointPauseMs?: number;
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

/** Claims deliveries for workers and stores the results of attempts. */
@Injectable()
export class DeliveryRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Cheaper than a claim. A delivery that is due may still have to wait for its receiver. */
  async isAnyDue(): Promise<boolean> {
    const [row] = await this.dataSource.query<{ is_due: boolean }[]>(
      `SELECT EXISTS (SELECT FROM webhook_deliveries
         WHERE status = 'pending' AND next_attempt_at <= statement_timestamp()) AS is_due`,
    );
    return row?.is_due ?? false;
  }

  /**
   * Claims deliveries that are due and that no worker is sending. Origins alternate, so that a receiver with a long
   * queue does not delay the others. Claims are serialized, because two workers together could exceed the limit per
   * origin.
   */
  async claimDue({ max, maxPerOrigin, leaseMs }: ClaimDeliveriesOptions): Promise<Delivery[]> {
    return this.dataSource.transaction(async (manager) => {
      await manager.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.webhookClaims]);
      const rows = await DELIVERIES.claim<DeliveryRow>(manager, {
        leaseMs,
        max,
        where: (parameter) => `id IN (${selectClaimableIds(parameter(maxPerOrigin), parameter(max))})`,
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
    { status, reason, delayMs, endpointPauseMs }: NextAttempt,
  ): Promise<void> {
    await this.dataSource.query(
      `UPDATE webhook_deliveries SET lease_until = NULL, last_status = $3, last_error = $4,
         next_attempt_at = clock_timestamp() + $5 * interval '1 millisecond',
         endpoint_rests_until = clock_timestamp() + $6 * interval '1 millisecond'
       WHERE id = $1 AND attempts = $2 AND status = 'pending'`,
      [id, attempt, status ?? null, reason, delayMs, endpointPauseMs ?? null],
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

  /** Marks this delivery and all waiting ones to the same address as dead. Returns their number. */
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

  /** Resets a delivery, which keeps its id. Returns false if it is being sent right now or does not exist. */
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

/** URLs that differ only in their query belong to the same endpoint. */
const buildEndpointSql = (table: string): string => `split_part(${table}.url, '?', 1)`;

/** Selects deliveries that may be sent now, up to the limit per origin, alternating between origins. */
const selectClaimableIds = (maxPerOrigin: string, max: string): string => `
  WITH running AS (
    SELECT origin, count(*) AS number FROM webhook_deliveries
    WHERE lease_until > statement_timestamp() GROUP BY origin
  ), waiting AS (
    SELECT id AS claimable_id, next_attempt_at, coalesce(running.number, 0)
      + row_number() OVER (PARTITION BY origin ORDER BY next_attempt_at) AS position_in_origin
    FROM webhook_deliveries delivery LEFT JOIN running USING (origin)
    WHERE status = 'pending' AND next_attempt_at <= statement_timestamp()
      AND (lease_until IS NULL OR lease_until < statement_timestamp())
      AND NOT EXISTS (
        SELECT FROM webhook_deliveries other
        WHERE other.token_id = delivery.token_id AND ${buildEndpointSql('other')} = ${buildEndpointSql('delivery')}
          AND other.endpoint_rests_until > statement_timestamp()
      )
  )
  SELECT claimable_id FROM waiting WHERE position_in_origin <= ${maxPerOrigin}
  ORDER BY position_in_origin, next_attempt_at LIMIT ${max}`;

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
