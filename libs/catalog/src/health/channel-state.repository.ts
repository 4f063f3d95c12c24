import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';
import { type ChannelState } from './channel-state.js';

/** A state as processes share it: with its remaining time, because clocks of machines differ. */
export interface SharedState extends Omit<ChannelState, 'until' | 'isExtension'> {
  remainingMs: number;
  reportedBy: string;
}

/** A state for the console, by the clock of the database. */
export interface ReportedState extends Omit<SharedState, 'remainingMs'> {
  since: Date;
  until: Date;
  /** Whether its time has passed, so that the next request is a probe. */
  isOver: boolean;
}

interface Row {
  channel_id: string;
  upstream_model: string | null;
  key_fingerprint: string | null;
  state: ChannelState['state'];
  reason: ChannelState['reason'];
  times: number;
  remaining_ms: number;
  reported_by: string;
  until: Date;
  updated_at: Date;
}

/** States from before the last change of a channel's settings are ignored. */
const CURRENT = `
  SELECT s.channel_id, s.upstream_model, s.key_fingerprint, s.state, s.reason, s.times, s.reported_by, s.until, s.updated_at,
    greatest(0, extract(epoch FROM s.until - clock_timestamp()) * 1000)::float8 AS remaining_ms
  FROM channel_states s LEFT JOIN channels c ON c.id::text = s.channel_id
  WHERE (c.id IS NULL OR c.updated_at <= s.updated_at)`;

@Injectable()
export class ChannelStateRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async save(state: SharedState): Promise<void> {
    const { channelId, upstreamModel = null, keyFingerprint = null, reason, times, remainingMs } = state;
    await this.dataSource.query(
      `INSERT INTO channel_states AS s
         (id, channel_id, upstream_model, key_fingerprint, state, reason, times, until, updated_at, reported_by)
       VALUES ($1, $2, $3, $4, $5, $6, $7, clock_timestamp() + make_interval(secs => $8), clock_timestamp(), $9)
       ON CONFLICT (id) DO UPDATE SET state = EXCLUDED.state, reason = EXCLUDED.reason, times = EXCLUDED.times,
         until = EXCLUDED.until, updated_at = EXCLUDED.updated_at, reported_by = EXCLUDED.reported_by`,
      [
        getStateId(state),
        channelId,
        upstreamModel,
        keyFingerprint,
        state.state,
        reason,
        times,
        remainingMs / 1000,
        state.reportedBy,
      ],
    );
  }

  async find(id: string): Promise<SharedState | undefined> {
    const rows = await this.dataSource.query<Row[]>(`${CURRENT} AND s.id = $1`, [id]);
    return rows.map(toState)[0];
  }

  /** All states whose time has not passed. */
  async findCurrent(): Promise<SharedState[]> {
    const rows = await this.dataSource.query<Row[]>(`${CURRENT} AND s.until > clock_timestamp()`);
    return rows.map(toState);
  }

  /** The states of some channels, including past ones. */
  async findOfChannels(channelIds: readonly string[]): Promise<ReportedState[]> {
    const rows = await this.dataSource.query<Row[]>(`${CURRENT} AND s.channel_id = ANY($1)`, [channelIds]);
    return rows.map((row) => {
      const { remainingMs, ...state } = toState(row);
      return { ...state, since: row.updated_at, until: row.until, isOver: remainingMs === 0 };
    });
  }

  /** Deletes states that ended an hour ago. Returns their number. */
  async deleteExpired(): Promise<number> {
    const rows = await this.dataSource.query<{ deleted: number }[]>(
      `WITH gone AS (DELETE FROM channel_states WHERE until < now() - interval '1 hour' RETURNING 1)
       SELECT count(*)::int AS deleted FROM gone`,
    );
    return rows[0]?.deleted ?? 0;
  }
}

/** The id of a state, which is the same in every process. */
export function getStateId({
  channelId,
  upstreamModel,
  keyFingerprint,
}: Pick<ChannelState, 'channelId' | 'upstreamModel' | 'keyFingerprint'>): string {
  const subject = JSON.stringify([channelId, upstreamModel ?? null, keyFingerprint ?? null]);
  const digits = createHash('sha256').update(subject).digest('hex');
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `8${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join('-');
}

function toState(row: Row): SharedState {
  return {
    channelId: row.channel_id,
    upstreamModel: row.upstream_model ?? undefined,
    keyFingerprint: row.key_fingerprint ?? undefined,
    state: row.state,
    reason: row.reason,
    times: row.times,
    remainingMs: row.remaining_ms,
    reportedBy: row.reported_by,
  };
}
