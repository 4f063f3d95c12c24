import { type Database } from '#database';
import { isDerivedRequestId } from '../usage/begun-event.js';
import { clean } from '../usage/usage-row.js';
import { type RefusalTotal } from './refusal-totals.js';
import { type RefusedRequest } from './refused-request.js';

const MAX_MESSAGE_LENGTH = 500;
/** Small enough to be encoded as JSON within two milliseconds. */
const SLICE_SIZE = 250;

/** The columns of a row and their types. */
const COLUMNS = {
  started_at: 'timestamptz',
  id: 'uuid',
  request_id: 'text',
  token_id: 'text',
  owner: 'text',
  session_id: 'text',
  model: 'text',
  operation: 'text',
  format: 'text',
  is_streamed: 'boolean',
  outcome: 'text',
  error_code: 'text',
  error_param: 'text',
  message: 'text',
  status: 'integer',
  method: 'text',
  path: 'text',
  client_address: 'text',
  user_agent: 'text',
  duration_ms: 'integer',
} as const;

const NAMES = Object.keys(COLUMNS).join(', ');
const TYPED = Object.entries(COLUMNS)
  .map(([column, type]) => `${column} ${type}`)
  .join(', ');
const INSERT_REQUESTS = `
  INSERT INTO refused_requests (${NAMES})
  SELECT ${NAMES} FROM json_to_recordset($1::json) AS record(${TYPED})
  ON CONFLICT DO NOTHING`;

const STORE_TOTALS = `
  INSERT INTO refusal_counts (hour, token_id, owner, outcome, process, refusals)
  SELECT hour, token_id, owner, outcome, $2::uuid, refusals
  FROM json_to_recordset($1::json)
    AS record(hour timestamptz, token_id text, owner text, outcome text, refusals bigint)
  ON CONFLICT (hour, token_id, owner, outcome, process)
    DO UPDATE SET refusals = GREATEST(refusal_counts.refusals, excluded.refusals)`;

export interface RefusalBatch {
  requests: readonly RefusedRequest[];
  totals: readonly RefusalTotal[];
  /** The id of the counting process. */
  process: string;
}

/** Stores rows and counts in one transaction. Idempotent. */
export async function storeRefusals(database: Database, batch: RefusalBatch): Promise<void> {
  const { requests, totals, process } = batch;
  await database.transaction(async (manager) => {
    for (const some of toSlices(requests)) {
      await manager.query(INSERT_REQUESTS, [JSON.stringify(some.map(toRow))]);
    }
    for (const some of toSlices(totals)) {
      await manager.query(STORE_TOTALS, [JSON.stringify(some.map(toCountRow)), process]);
    }
  });
}

function* toSlices<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += SLICE_SIZE) yield items.slice(from, from + SLICE_SIZE);
}

function toRow(request: RefusedRequest): Record<keyof typeof COLUMNS, unknown> {
  const { id, requestId, token, client } = request;
  return {
    started_at: new Date(request.startedAtMs).toISOString(),
    id,
    request_id: isDerivedRequestId(requestId, id) ? null : clean(requestId),
    token_id: token?.id ?? null,
    owner: token?.owner ?? null,
    session_id: cleanText(request.sessionId),
    model: cleanText(request.model),
    operation: cleanText(request.operation),
    format: cleanText(request.format),
    is_streamed: request.isStreamed,
    outcome: request.outcome,
    error_code: cleanText(request.errorCode),
    error_param: cleanText(request.errorParam),
    message: cleanText(request.message, MAX_MESSAGE_LENGTH),
    status: request.status ?? null,
    method: cleanText(request.method),
    path: cleanText(request.path),
    client_address: cleanText(client.address),
    user_agent: cleanText(client.userAgent),
    duration_ms: Math.max(0, Math.round(request.durationMs)),
  };
}

function toCountRow({ hourMs, tokenId, owner, outcome, refusals }: RefusalTotal): object {
  return { hour: new Date(hourMs).toISOString(), token_id: tokenId, owner, outcome, refusals };
}

function cleanText(text: string | undefined, maxLength?: number): string | null {
  return text === undefined ? null : clean(text, maxLength);
}
