import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';

/** Why a channel failed. */
export interface ChannelFailure {
  source: 'test' | 'request';
  /** The kind of the error of a request. */
  outcome?: string;
  upstreamStatus?: number;
  upstreamModel?: string;
  /** The message of a test. */
  message?: string;
  advice?: string;
}

/** The last results of a channel, by the clock of the database. */
export interface ChannelResult {
  okAt?: Date;
  failedAt?: Date;
  /** Undefined if the last result was a success. */
  failingSince?: Date;
  failure?: ChannelFailure;
}

interface Row {
  channel_id: string;
  ok_at: Date | null;
  failed_at: Date | null;
  failing_since: Date | null;
  source: ChannelFailure['source'] | null;
  outcome: string | null;
  upstream_status: number | null;
  upstream_model: string | null;
  message: string | null;
  advice: string | null;
}

/** Built-in and deleted channels have no row to refer to. */
const OF_CHANNEL = 'FROM channels WHERE id::text = $1';

/** Results from before the last change of a channel's settings are ignored. */
const CURRENT = `
  SELECT r.channel_id, nullif(greatest(r.ok_at, c.updated_at), c.updated_at) AS ok_at,
    nullif(greatest(r.failed_at, c.updated_at), c.updated_at) AS failed_at,
    CASE WHEN r.failing_since IS NOT NULL AND r.failed_at > c.updated_at
      THEN greatest(r.failing_since, c.updated_at) END AS failing_since,
    r.source, r.outcome, r.upstream_status, r.upstream_model, r.message, r.advice
  FROM channel_results r JOIN channels c ON c.id = r.channel_id`;

@Injectable()
export class ChannelResultRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async saveSuccess(channelId: string): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO channel_results (channel_id, ok_at) SELECT id, clock_timestamp() ${OF_CHANNEL}
       ON CONFLICT (channel_id) DO UPDATE SET ok_at = EXCLUDED.ok_at, failing_since = NULL`,
      [channelId],
    );
  }

  async saveFailure(channelId: string, failure: ChannelFailure): Promise<void> {
    const { source, outcome, upstreamStatus, upstreamModel, message, advice } = failure;
    await this.dataSource.query(
      `INSERT INTO channel_results AS r
         (channel_id, failed_at, failing_since, source, outcome, upstream_status, upstream_model, message, advice)
       SELECT id, clock_timestamp(), clock_timestamp(), $2, $3, $4, $5, $6, $7 ${OF_CHANNEL}
       ON CONFLICT (channel_id) DO UPDATE SET failed_at = EXCLUDED.failed_at,
         failing_since = coalesce(r.failing_since, EXCLUDED.failing_since), source = EXCLUDED.source,
         outcome = EXCLUDED.outcome, upstream_status = EXCLUDED.upstream_status,
         upstream_model = EXCLUDED.upstream_model, message = EXCLUDED.message, advice = EXCLUDED.advice`,
      [channelId, source, outcome, upstreamStatus, upstreamModel, message, advice],
    );
  }

  /** The results by channel id. Without ids, of all channels. */
  async find(channelIds?: readonly string[]): Promise<ReadonlyMap<string, ChannelResult>> {
    const rows =
      channelIds === undefined
        ? await this.dataSource.query<Row[]>(CURRENT)
        : await this.dataSource.query<Row[]>(`${CURRENT} WHERE c.id::text = ANY($1)`, [channelIds]);
    return new Map(rows.map((row) => [row.channel_id, toResult(row)]));
  }
}

function toResult(row: Row): ChannelResult {
  return {
    okAt: row.ok_at ?? undefined,
    failedAt: row.failed_at ?? undefined,
    failingSince: row.failing_since ?? undefined,
    failure:
      row.source === null
        ? undefined
        : {
            source: row.source,
            outcome: row.outcome ?? undefined,
            upstreamStatus: row.upstream_status ?? undefined,
            upstreamModel: row.upstream_model ?? undefined,
            message: row.message ?? undefined,
            advice: row.advice ?? undefined,
          },
  };
}
