import { COUNT_COLUMNS, csvLine } from '../usage/usage-csv.js';
import { type RequestView } from './request.dto.js';

const BEFORE_COUNTS = [
  'id',
  'started_at',
  'outcome',
  'model',
  'operation',
  'format',
  'token_id',
  'token_name',
  'owner',
  'session_id',
  'channel',
  'channel_id',
  'upstream_model',
  'streamed',
  'cache_hit',
  'estimated',
  'duration_ms',
  'first_byte_ms',
] as const satisfies readonly (keyof RequestView)[];

type Pages = AsyncIterable<readonly RequestView[]>;

/** A header and a line for each request. */
export async function* writeRequestsCsv(pages: Pages): AsyncGenerator<string> {
  yield csvLine([...BEFORE_COUNTS, ...COUNT_COLUMNS, 'cost_usd', 'flagged']);
  for await (const requests of pages) {
    if (requests.length > 0) yield requests.map(toCsvLine).join('');
  }
}

/** A line of JSON for each request, as `GET /api/requests` has them. */
export async function* writeRequestsNdjson(pages: Pages): AsyncGenerator<string> {
  for await (const requests of pages) {
    if (requests.length > 0) yield requests.map((request) => `${JSON.stringify(request)}\n`).join('');
  }
}

function toCsvLine(request: RequestView): string {
  return csvLine([
    ...BEFORE_COUNTS.map((column) => request[column]),
    ...COUNT_COLUMNS.map((column) => request.usage[column]),
    request.cost_usd,
    request.flagged.join(' '),
  ]);
}
