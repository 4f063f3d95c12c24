import { type OUTCOMES } from '#canonical';
import {
  CHAT,
  type Cause,
  cancellingTask,
  deletingUnfinished,
  failingInsert,
  fillingConversation,
  losingResponse,
  losingVideo,
  neverFinishing,
  overloading,
  reachingStorageQuota,
  sending,
  sendingBytes,
  sendingMeanwhile,
  sendingTwice,
  stopping,
  usingDisabledToken,
} from './outcome-causes.js';

export const TOKENS = {
  usual: {},
  expired: { expiresAt: '2020-01-01T00:00:00Z' },
  disabled: {},
  elsewhere: { allowedIps: ['192.0.2.0/24'] },
  chosen: { models: ['m'] },
  'front-only': { models: ['front'] },
  poor: { budgetUsd: 0.000001 },
  daily: { budget: { usd: 0.000001, period: 'daily' } },
  hoarder: {},
  broken: {},
  hasty: { rpm: 1 },
  single: { concurrency: 1 },
};

/** What a user reads about a request with this outcome, and its cause. */
export interface CausedOutcome {
  cause: Cause;
  /** On the badge. */
  label: string;
  /** The first sentence on the page of the request; null if the request succeeded. */
  title: string | RegExp | null;
  /** The second sentence, if it is not that of all outcomes of the group. */
  text?: string;
  /** Whether it is the outcome of an attempt of the request. */
  isOfAttempt?: true;
}

/** An outcome that no request of this suite has. */
interface UncausedOutcome {
  reason: string;
  label: string;
  title: string;
}

export type OutcomeRow = CausedOutcome | UncausedOutcome | typeof IN_FAULTS;

/** `OUTCOME_FAULTS` has its rows. */
export const IN_FAULTS = 'in OUTCOME_FAULTS';

const row = (label: string, title: CausedOutcome['title'], cause: Cause): CausedOutcome => ({
  label,
  title,
  cause,
});

const THREAT = { ...CHAT, messages: [{ role: 'user', content: 'I will kill you tonight' }] };
const KEYED = { 'idempotency-key': 'reused' };
const MANY_HEADERS = Array.from({ length: 101 }, (_, index) => `x-header-${index}: 1`);

/** Every outcome has a row. They run in this order, in which the last one stops the gateway. */
export const OUTCOME_ROWS = {
  ok: row('OK', null, sending({ body: CHAT })),
  'client-gone': IN_FAULTS,
  'upstream-rejected': IN_FAULTS,
  'upstream-too-large': IN_FAULTS,
  'upstream-auth': IN_FAULTS,
  'upstream-model-unavailable': IN_FAULTS,
  'upstream-quota': IN_FAULTS,
  'upstream-overloaded': IN_FAULTS,
  'upstream-error': IN_FAULTS,
  'upstream-bad-response': IN_FAULTS,
  'upstream-unreachable': IN_FAULTS,
  'upstream-interrupted': IN_FAULTS,
  'upstream-timeout': IN_FAULTS,
  'called-off': {
    ...row('Superseded', 'Another attempt responded first.', async (stage) => {
      stage.upstream.script({ kind: 'hang' });
      return sending({ body: { ...CHAT, model: 'hedged' } })(stage);
    }),
    isOfAttempt: true,
  },
  'missing-credential': row(
    'No token',
    'No API token was provided. Send it as "Authorization: Bearer <token>".',
    sending({ body: CHAT, token: '' }),
  ),
  'unknown-token': row(
    'Unknown token',
    'This API token is invalid.',
    sending({ body: CHAT, token: 'unknown' }),
  ),
  'expired-token': row(
    'Token expired',
    'This API token has expired.',
    sending({ body: CHAT, token: 'expired' }),
  ),
  'disabled-token': row('Token disabled', 'This API token is disabled.', usingDisabledToken),
  'address-not-allowed': row(
    'Address not allowed',
    'This API token is not allowed from this IP address.',
    sending({ body: CHAT, token: 'elsewhere' }),
  ),
  forbidden: {
    reason: 'Only the admin API and the command line refuse with it, and their requests are not recorded.',
    label: 'Forbidden',
    title: 'The caller has no permission for this request.',
  },
  'invalid-credentials': {
    reason: 'Only signing in refuses with it, which the audit log records.',
    label: 'Invalid credentials',
    title: 'The credentials are invalid.',
  },
  'model-not-found': row(
    'Model not found',
    'The model "nothing" does not exist.',
    sending({ body: { ...CHAT, model: 'nothing' } }),
  ),
  'model-not-allowed': row(
    'Model not allowed',
    'This API token is not allowed to use the model "sandbox-chat".',
    sending({ body: CHAT, token: 'chosen' }),
  ),
  'missing-parameter': row('Missing parameter', '"messages" is required.', sending({ body: { model: 'm' } })),
  'invalid-type': row(
    'Invalid type',
    'A parameter has the wrong type.',
    sending({ body: { ...CHAT, messages: 'hello' } }),
  ),
  'invalid-value': row(
    'Invalid value',
    'A parameter has a value that is not allowed.',
    sending({ path: '/v1/responses', body: { model: 'm', input: 'x', background: true, store: false } }),
  ),
  'resource-not-found': row(
    'Not found',
    'The request refers to something that does not exist.',
    sending({ path: '/v1/responses/resp_nothing', method: 'GET' }),
  ),
  'unsupported-parameter': row(
    'Unsupported parameter',
    'A parameter of the request cannot be sent to this model.',
    sending({
      body: { ...CHAT, model: 'translated', frequency_penalty: 1 },
      headers: { 'x-modelgate-strict': 'true' },
    }),
  ),
  'unsupported-capability': row(
    'Unsupported operation',
    'The model does not support this operation.',
    sending({ path: '/v1/embeddings', body: { model: 'sandbox-chat', input: 'hello' } }),
  ),
  'invalid-json': row('Invalid JSON', 'The request body is not valid JSON.', sending({ body: 'no JSON' })),
  'invalid-request': row(
    'Invalid request',
    'The request is not valid.',
    sending({ path: '/v1/models/%E0%A4%A', method: 'GET' }),
  ),
  'body-too-large': row(
    'Body too large',
    'The request body is larger than 32 MB.',
    sendingBytes('POST /v1/chat/completions', ['host: 127.0.0.1', 'content-length: 4000000000']),
  ),
  'headers-too-large': row(
    'Headers too large',
    'A request can have at most 100 headers.',
    sendingBytes('GET /v1/models', ['host: 127.0.0.1', ...MANY_HEADERS]),
  ),
  'unsupported-media-type': row(
    'Unsupported content type',
    'The content type of the request is not supported.',
    sending({ body: 'hello', headers: { 'content-type': 'text/plain' } }),
  ),
  'request-timeout': row('Request timed out', 'The request did not arrive in time.', neverFinishing),
  'method-not-allowed': row(
    'Method not allowed',
    'PUT is not allowed for /v1/chat/completions. Allowed methods: POST.',
    sending({ method: 'PUT', body: CHAT }),
  ),
  'unknown-path': row(
    'Unknown path',
    'No route matches POST /v1/chat/completion.',
    sending({ path: '/v1/chat/completion', body: CHAT }),
  ),
  'host-not-served': row(
    'Unknown host',
    'The gateway does not serve this host name.',
    sendingBytes('GET /v1/models', ['host: other.example']),
  ),
  'budget-exhausted': row(
    'Budget exhausted',
    'The remaining budget of this API token does not cover this request.',
    sending({ body: { ...CHAT, model: 'm' }, token: 'poor' }),
  ),
  'spend-limit-reached': row(
    'Spend limit reached',
    /^The remaining daily budget of this API token does not cover this request; it resets at \S+Z\.$/,
    sending({ body: { ...CHAT, model: 'm' }, token: 'daily' }),
  ),
  'storage-quota-reached': row(
    'Storage quota reached',
    'This owner has 1 unfinished background response, which is the limit (quotas.stored_responses). Wait until some of them finish, or cancel them.',
    reachingStorageQuota,
  ),
  'content-policy': row('Content policy', 'A content policy refused the request.', sending({ body: THREAT })),
  'key-reused': row(
    'Idempotency key reused',
    'The idempotency key was used for another request.',
    sendingTwice({ body: CHAT, headers: KEYED }, { body: { ...CHAT, model: 'm' }, headers: KEYED }),
  ),
  'key-in-flight': row(
    'Idempotency key in use',
    'A request with this idempotency key is still running.',
    sendingMeanwhile({ headers: { 'idempotency-key': 'running' } }),
  ),
  'not-replayable': row(
    'Response cannot be replayed',
    'The response for this idempotency key cannot be sent again.',
    sendingTwice({ body: { ...CHAT, stream: true }, headers: { 'idempotency-key': 'streamed' } }),
  ),
  'wrong-state': row(
    'Not possible in this state',
    'The request is not possible in the current state.',
    deletingUnfinished,
  ),
  'rate-limited': row(
    'Rate limited',
    /^Rate limit reached: 1 request per minute for this token\. Try again in \d+ s\.$/,
    sendingTwice({ body: CHAT, token: 'hasty' }),
  ),
  'concurrency-exceeded': row(
    'Too many concurrent requests',
    'Concurrency limit reached: 1 concurrent request for this token. Try again when one of them has finished.',
    sendingMeanwhile({ token: 'single' }),
  ),
  'request-over-limit': row(
    'Exceeds token limit',
    'The conversation has 1000 items, which is the limit. Delete some items first.',
    fillingConversation,
  ),
  'no-channel': row(
    'No channel',
    'No channel serves the model "front".',
    sending({ body: { ...CHAT, model: 'front' }, token: 'front-only' }),
  ),
  'internal-error': row(
    'Internal error',
    'The gateway failed; its log has the reason.',
    failingInsert('XX000'),
  ),
  'store-unavailable': row(
    'Storage unavailable',
    'The database is unavailable. Try again in a moment.',
    failingInsert('53300'),
  ),
  overloaded: row(
    'Gateway overloaded',
    'The gateway is overloaded, and this token has more requests in progress than its share. Try again in a moment.',
    overloading,
  ),
  cancelled: {
    ...row('Cancelled', 'The client cancelled the task.', cancellingTask),
    text: 'This does not count as an error.',
  },
  'lost-upstream': row('Task lost by upstream', 'The upstream no longer has the task.', losingVideo),
  'outcome-unknown': row(
    'Outcome unknown',
    'It is unknown whether the upstream accepted the task; it was not sent again.',
    losingResponse,
  ),
  'process-died': {
    reason: 'It needs a process that is killed: see test/usage/killed-processes.full.spec.ts.',
    label: 'Gateway process crashed',
    title: 'The gateway process ended before the request did.',
  },
  'shutting-down': row('Gateway stopped', 'The gateway is shutting down.', stopping),
} satisfies Record<keyof typeof OUTCOMES, OutcomeRow>;
