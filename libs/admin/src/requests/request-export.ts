import { LISTED_FACTS, type NullableFacts } from '#declarations';
import { COUNT_COLUMNS, writeCsvLine } from '../usage/usage-csv.js';
import { type RequestView } from './request.dto.js';

/**
 * In the order of the file. New columns must be last, so that readers of earlier files find the others unchanged. Facts
 * that are not named here follow at the end.
 */
const COLUMNS = {
  id: true,
  started_at: true,
  outcome: true,
  model: true,
  operation: true,
  format: true,
  token_id: true,
  token_name: true,
  owner: true,
  session_id: true,
  channel: true,
  channel_id: true,
  upstream_model: true,
  streamed: true,
  cache_hit: true,
  estimated: true,
  duration_ms: true,
  first_byte_ms: true,
  /** One column for each count. */
  usage: true,
  cost_usd: true,
  flagged: true,
  refused: true,
  error_code: true,
  user_agent: true,
} as const satisfies Record<Exclude<keyof RequestView, keyof NullableFacts>, true> &
  Partial<Record<keyof RequestView, true>>;

const NAMES = [
  ...new Set([...Object.keys(COLUMNS), ...LISTED_FACTS.map(({ column }) => column)]),
] as (keyof RequestView)[];

type Pages = AsyncIterable<readonly RequestView[]>;

/** A header, and one line for each request. */
export async function* writeRequestsCsv(pages: Pages): AsyncGenerator<string> {
  yield writeCsvLine(NAMES.flatMap((name) => (name === 'usage' ? COUNT_COLUMNS : [name])));
  for await (const requests of pages) {
    if (requests.length > 0) yield requests.map(toCsvLine).join('');
  }
}

/** One line of JSON for each request, in the form of `GET /api/requests`. */
export async function* writeRequestsNdjson(pages: Pages): AsyncGenerator<string> {
  for await (const requests of pages) {
    if (requests.length > 0) yield requests.map((request) => `${JSON.stringify(request)}\n`).join('');
  }
}

function toCsvLine(request: RequestView): string {
  return writeCsvLine(NAMES.flatMap((name) => toCells(request, name)));
}

function toCells(request: RequestView, name: keyof RequestView) {
  if (name === 'usage') return COUNT_COLUMNS.map((column) => request.usage[column]);
  return [name === 'flagged' ? request.flagged.join(' ') : request[name]];
}
