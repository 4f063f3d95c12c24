import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { toRequestId } from './begun-event.js';

/** The last failed attempt at an upstream, even if another upstream then served the request. */
export interface LastError {
  at: Date;
  requestId: string;
  outcome: string;
  upstreamStatus?: number;
  upstreamModel: string;
}

interface Row {
  channel: string;
  at: Date;
  id: string;
  request_id: string | null;
  attempt: Pick<LastError, 'outcome' | 'upstreamStatus' | 'upstreamModel'>;
}

/** Requests whose first attempt succeeded have no detail and are skipped. */
const LAST_ERRORS = `
  SELECT DISTINCT ON (attempt->>'channel') attempt->>'channel' AS channel, started_at AS at, id, request_id, attempt
  FROM usage_events CROSS JOIN jsonb_array_elements(detail->'attempts') AS attempt
  WHERE started_at > now() - interval '24 hours' AND detail IS NOT NULL
    AND attempt->>'channel' = ANY($1) AND attempt->>'outcome' LIKE 'upstream-%'
  ORDER BY attempt->>'channel', started_at DESC`;

@Injectable()
export class LastErrorsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** By channel name. */
  async find(channels: readonly string[]): Promise<ReadonlyMap<string, LastError>> {
    const rows = await this.dataSource.query<Row[]>(LAST_ERRORS, [channels]);
    return new Map(
      rows.map(({ channel, at, id, request_id: requestId, attempt }) => {
        const { outcome, upstreamStatus, upstreamModel } = attempt;
        return [
          channel,
          { at, requestId: requestId ?? toRequestId(id), outcome, upstreamStatus, upstreamModel },
        ];
      }),
    );
  }
}
