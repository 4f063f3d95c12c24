import { LeasedTable } from '#jobs';
import { type backgroundState } from '#wire';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import {
  type BackgroundStatus,
  type ClaimedResponse,
  type Lease,
  type StoredRequest,
} from './background-response.js';
import { EventRepository } from './events.repository.js';
import { PausedTokens } from './paused-tokens.js';

export const RESPONSES = new LeasedTable({
  name: 'background_responses',
  unfinished: `status IN ('queued', 'in_progress')`,
  dueAt: 'next_run_at',
});

export interface ClaimOptions {
  /** The name of the worker, for operators who read the table. */
  worker: string;
  leaseMs: number;
}

export interface RenewedLease extends Lease {
  isCancelRequested: boolean;
}

interface ClaimedRow {
  id: string;
  owner: string;
  token_id: string;
  status: BackgroundStatus;
  request_bytes: number;
  attempts: number;
  lease_epoch: string;
  is_cancel_requested: boolean;
  remaining_ms: number;
  next_sequence: number;
}

/** Claims due responses that no worker has, and renews their leases. */
@Injectable()
export class ClaimRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly events: EventRepository,
    private readonly pausedTokens: PausedTokens,
  ) {}

  /** Finds responses that are due and not claimed, the longest waiting first. */
  async findDue(max: number): Promise<StoredRequest[]> {
    return RESPONSES.findDue<StoredRequest>(this.dataSource, {
      max,
      where: (parameter) => notPaused(parameter(this.pausedTokens.list())),
      columns: 'id, octet_length(request) AS "requestBytes"',
    });
  }

  /** Claims those of the responses that are still due and not claimed. */
  async claim(ids: readonly string[], { worker, leaseMs }: ClaimOptions): Promise<ClaimedResponse[]> {
    const rows = await RESPONSES.claim<ClaimedRow>(this.dataSource, {
      leaseMs,
      max: ids.length,
      where: (parameter) => `id = ANY (${parameter(ids)}::text[])`,
      set: (parameter) =>
        `lease_owner = ${parameter(worker)}, lease_epoch = lease_epoch + 1, updated_at = clock_timestamp()`,
      returning: `id, owner, token_id, status, octet_length(request) AS request_bytes, attempts, lease_epoch,
        cancel_requested_at IS NOT NULL AS is_cancel_requested,
        (extract(epoch FROM deadline_at - clock_timestamp()) * 1000)::float8 AS remaining_ms,
        (SELECT COALESCE(max(sequence) + 1, 0) FROM background_response_events WHERE response_id = id)
          AS next_sequence`,
    });
    return rows.map(toClaimedResponse);
  }

  /** How long until the next unclaimed response is due, at most `maxMs`. */
  async nextDueInMs(maxMs: number): Promise<number> {
    const dueInMs = await RESPONSES.nextDueInMs(this.dataSource, maxMs, (parameter) =>
      notPaused(parameter(this.pausedTokens.list())),
    );
    return Math.min(dueInMs, this.pausedTokens.nextInMs(maxMs));
  }

  /** Records the start of a run. Returns false if the lease is lost or the response is finished. */
  async markStarted({ id, epoch }: Lease, started: backgroundState.ResponseEvent): Promise<boolean> {
    const events = await this.events.seal(id, [started]);
    return this.dataSource.transaction(async (manager) => {
      const [, count] = await manager.query<[unknown, number]>(
        `UPDATE background_responses SET status = 'in_progress', attempts = attempts + 1,
           updated_at = clock_timestamp()
         WHERE id = $1 AND lease_epoch = $2 AND status IN ('queued', 'in_progress')`,
        [id, epoch],
      );
      if (count > 0) await this.events.add(manager, id, events);
      return count > 0;
    });
  }

  /** Renews the leases and returns those that are still valid. */
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

  /**
   * Releases a response, so that other workers can claim it at once. The new epoch prevents a concurrent renewal from
   * extending the lease.
   */
  async release({ id, epoch }: Lease): Promise<void> {
    await this.dataSource.query(
      `UPDATE background_responses SET lease_until = NULL, lease_epoch = lease_epoch + 1
       WHERE id = $1 AND lease_epoch = $2`,
      [id, epoch],
    );
  }

  /** Releases a response whose token is over a limit. Responses of this token are not claimed for a while. */
  async postpone(lease: Lease, tokenId: string, retryAfterSeconds: number | undefined): Promise<void> {
    this.pausedTokens.pause(tokenId, retryAfterSeconds);
    await this.release(lease);
  }
}

/**
 * Responses that were cancelled or are past their deadline are claimed despite the limits, because they only have to be
 * ended.
 */
function notPaused(pausedTokenIds: string): string {
  return `(token_id <> ALL (${pausedTokenIds}::uuid[]) OR cancel_requested_at IS NOT NULL
    OR deadline_at <= statement_timestamp())`;
}

function toClaimedResponse(row: ClaimedRow): ClaimedResponse {
  return {
    id: row.id,
    owner: row.owner,
    tokenId: row.token_id,
    status: row.status,
    requestBytes: row.request_bytes,
    lease: { id: row.id, epoch: row.lease_epoch },
    attempts: row.attempts,
    isCancelRequested: row.is_cancel_requested,
    remainingMs: row.remaining_ms,
    nextSequence: row.next_sequence,
  };
}
