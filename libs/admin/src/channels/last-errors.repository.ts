import { Database } from '#database';
import { requestIdOf } from '#metering';
import { Injectable } from '@nestjs/common';
import { describeOutcome } from '../requests/describe-outcome.js';
import { type ChannelView } from './channel-view.dto.js';

type LastError = NonNullable<ChannelView['health']['last_error']>;

interface Row {
  channel: string;
  at: Date;
  id: string;
  request_id: string | null;
  attempt: { outcome: string; upstreamStatus?: number; upstreamModel: string };
}

/** Requests that went well at once have no detail, and are passed over. */
const LAST_ERRORS = `
  SELECT DISTINCT ON (attempt->>'channel') attempt->>'channel' AS channel, started_at AS at, id, request_id, attempt
  FROM usage_events CROSS JOIN jsonb_array_elements(detail->'attempts') AS attempt
  WHERE started_at > now() - interval '24 hours' AND detail IS NOT NULL
    AND attempt->>'channel' = ANY($1) AND attempt->>'outcome' LIKE 'upstream-%'
  ORDER BY attempt->>'channel', started_at DESC`;

/** What upstreams did wrong last, also where another one made up for it. */
@Injectable()
export class LastErrorsRepository {
  constructor(private readonly database: Database) {}

  /** By the names of channels. */
  async of(channels: readonly string[]): Promise<ReadonlyMap<string, LastError>> {
    const rows = await this.database.query<Row[]>(LAST_ERRORS, [channels]);
    return new Map(rows.map((row) => [row.channel, viewError(row)]));
  }
}

function viewError({ at, id, request_id: requestId, attempt }: Row): LastError {
  const { outcome, upstreamStatus, upstreamModel } = attempt;
  return {
    at: at.toISOString(),
    outcome,
    upstream_status: upstreamStatus ?? null,
    error: describeOutcome(outcome, upstreamStatus) ?? outcome,
    request_id: requestId ?? requestIdOf(id),
    upstream_model: upstreamModel,
  };
}
