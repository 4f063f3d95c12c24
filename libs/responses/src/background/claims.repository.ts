import { LeasedTable } from '#jobs';
import { SecretUnreadable } from '#secrets';
import { type backgroundState } from '#wire';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { type ClaimedResponse, type Lease } from './background-response.js';
import { EventRepository } from './events.repository.js';
import { HeldTokens } from './held-tokens.js';
import { ResponseSeals } from './response-seals.js';
import { type ResponseRow, toResponse } from './responses.repository.js';

export const RESPONSES = new LeasedTable({
  name: 'background_responses',
  unfinished: `status IN ('queued', 'in_progress')`,
  dueAt: 'next_run_at',
});

export interface ClaimOptions {
  /** Who takes them; for people who look into the table. */
  worker: string;
  leaseMs: number;
  max: number;
}

export interface RenewedLease extends Lease {
  isCancelRequested: boolean;
}

interface ClaimedRow extends ResponseRow {
  attempts: number;
  lease_epoch: string;
  is_cancel_requested: boolean;
  remaining_ms: number;
  next_sequence: number;
}

/** Takes responses that are due and that nobody works on, and keeps them as long as they are worked on. */
@Injectable()
export class ClaimRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly seals: ResponseSeals,
    private readonly events: EventRepository,
    private readonly held: HeldTokens,
  ) {}

  async claimDue({ worker, leaseMs, max }: ClaimOptions): Promise<ClaimedResponse[]> {
    const rows = await RESPONSES.claim<ClaimedRow>(this.dataSource, {
      leaseMs,
      max,
      where: (parameter) => notHeld(parameter(this.held.list())),
      set: (parameter) =>
        `lease_owner = ${parameter(worker)}, lease_epoch = lease_epoch + 1, updated_at = clock_timestamp()`,
      returning: `id, owner, token_id, status, request, attempts, lease_epoch,
        cancel_requested_at IS NOT NULL AS is_cancel_requested,
        (extract(epoch FROM deadline_at - clock_timestamp()) * 1000)::float8 AS remaining_ms,
        (SELECT COALESCE(max(sequence) + 1, 0) FROM background_response_events WHERE response_id = id)
          AS next_sequence`,
    });
    return rows.flatMap((row) => this.readable(row));
  }

  /** How long until the next one is due that nobody works on, at most `maxMs`. */
  async nextDueInMs(maxMs: number): Promise<number> {
    const dueInMs = await RESPONSES.nextDueInMs(this.dataSource, maxMs, (parameter) =>
      notHeld(parameter(this.held.list())),
    );
    return Math.min(dueInMs, this.held.nextInMs(maxMs));
  }

  /** Says that a run has begun. False where the lease is lost, or nobody wants the response any more. */
  async begin({ id, epoch }: Lease, started: backgroundState.ResponseEvent): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const [, count] = await manager.query<[unknown, number]>(
        `UPDATE background_responses SET status = 'in_progress', attempts = attempts + 1,
           updated_at = clock_timestamp()
         WHERE id = $1 AND lease_epoch = $2 AND status IN ('queued', 'in_progress')`,
        [id, epoch],
      );
      if (count > 0) await this.events.add(manager, id, [started]);
      return count > 0;
    });
  }

  /** Those of the leases that are still held. */
  async renew(leases: readonly Lease[], leaseMs: number): Promise<RenewedLease[]> {
    const [rows] = await this.dataSource.query<[RenewedLease[], number]>(
      `UPDATE background_responses SET lease_until = clock_timestamp() + $3 * interval '1 millisecond'
       FROM unnest($1::text[], $2::bigint[]) AS held (held_id, held_epoch)
       WHERE id = held_id AND lease_epoch = held_epoch AND status IN ('queued', 'in_progress')
       RETURNING id, lease_epoch AS epoch, cancel_requested_at IS NOT NULL AS "isCancelRequested"`,
      [leases.map(({ id }) => id), leases.map(({ epoch }) => epoch), leaseMs],
    );
    return rows;
  }

  /** Others may take it up at once. The new epoch keeps a renewal that is under way from extending the lease. */
  async release({ id, epoch }: Lease): Promise<void> {
    await this.dataSource.query(
      `UPDATE background_responses SET lease_until = NULL, lease_epoch = lease_epoch + 1
       WHERE id = $1 AND lease_epoch = $2`,
      [id, epoch],
    );
  }

  /** Gives a response back whose token is over a limit; those of this token are left alone for a while. */
  async postpone(lease: Lease, tokenId: string, retryAfterSeconds: number | undefined): Promise<void> {
    this.held.hold(tokenId, retryAfterSeconds);
    await this.release(lease);
  }

  /** One that was sealed with another key cannot be run here. The others need not wait for it. */
  private readable(row: ClaimedRow): ClaimedResponse[] {
    try {
      return [buildClaimed(row, this.seals)];
    } catch (error) {
      if (error instanceof SecretUnreadable) return [];
      throw error;
    }
  }
}

/** A response that was cancelled, or is past its deadline, is ended whatever the limits are. */
function notHeld(heldTokens: string): string {
  return `(token_id <> ALL (${heldTokens}::uuid[]) OR cancel_requested_at IS NOT NULL
    OR deadline_at <= statement_timestamp())`;
}

function buildClaimed(row: ClaimedRow, seals: ResponseSeals): ClaimedResponse {
  return {
    ...toResponse(row, seals),
    lease: { id: row.id, epoch: row.lease_epoch },
    attempts: row.attempts,
    isCancelRequested: row.is_cancel_requested,
    remainingMs: row.remaining_ms,
    nextSequence: row.next_sequence,
  };
}
