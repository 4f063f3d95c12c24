import { expect } from '@jest/globals';
import { type Reply } from '../fake-upstream/index.js';

/** What a user reads about a request that failed, and its cause. */
export interface OutcomeFault {
  name: string;
  /** Undefined if nothing listens at the address of the channel. */
  reply?: Reply;
  isStreamed?: boolean;
  /** The text after which the client closes its connection; empty for at once. */
  clientLeavesAfter?: string;
  outcome: string;
  /** On the badge. */
  label: string;
  /** The first sentence on the page of the request. */
  sentence: string;
  /** What the client received; by default an error. */
  text?: string;
  /** What the upstream reported, or what the connection failed with. */
  detail: object | null;
  isError: boolean;
}

export const REQUEST_ID = 'req_upstream_7f3a';
export const CHANNEL_KEY = 'sk-upstream-1';
const MESSAGE = `Incorrect key provided: ${CHANNEL_KEY} (see https://platform.example/keys).`;

function refusal(status: number, error: { message: string; type: string; code?: string }): Reply {
  return {
    kind: 'error',
    status,
    headers: { 'x-request-id': REQUEST_ID, 'retry-after': '30' },
    body: { error },
  };
}

const UNREACHED = { message: null, type: null, code: null, request_id: null };
/** The fake upstream gives every response an id. */
const NO_DETAIL = { ...UNREACHED, request_id: expect.stringMatching(/^req_/) };

const IN_PART = 'Part of the response had been sent to the client.';

export const OUTCOME_FAULTS: readonly OutcomeFault[] = [
  {
    name: 'a request that the upstream rejects',
    reply: refusal(400, {
      message: "Unsupported value: 'temperature' must be 1.",
      type: 'invalid_request_error',
      code: 'unsupported_value',
    }),
    outcome: 'upstream-rejected',
    label: 'Rejected by upstream',
    sentence: 'The upstream rejected the request (status 400).',
    detail: {
      message: "Unsupported value: 'temperature' must be 1.",
      type: 'invalid_request_error',
      code: 'unsupported_value',
      request_id: REQUEST_ID,
    },
    isError: true,
  },
  {
    name: 'a request that is too large for the upstream',
    reply: refusal(413, { message: 'Request too large.', type: 'request_too_large' }),
    outcome: 'upstream-too-large',
    label: 'Too large for upstream',
    sentence: 'The request is larger than the upstream accepts (status 413).',
    detail: { message: 'Request too large.', type: 'request_too_large', code: null, request_id: REQUEST_ID },
    isError: true,
  },
  {
    name: 'a key that the upstream refuses',
    reply: refusal(401, { message: MESSAGE, type: 'invalid_request_error', code: 'invalid_api_key' }),
    outcome: 'upstream-auth',
    label: 'API key rejected',
    sentence: 'The upstream rejected the API key of the channel (status 401).',
    detail: {
      message: 'Incorrect key provided: [hidden] (see [address]).',
      type: 'invalid_request_error',
      code: 'invalid_api_key',
      request_id: REQUEST_ID,
    },
    isError: true,
  },
  {
    name: 'an account without credit',
    reply: refusal(429, { message: 'You exceeded your current quota.', type: 'insufficient_quota' }),
    outcome: 'upstream-quota',
    label: 'Out of credit',
    sentence: 'The upstream account of the channel is out of credit (status 429).',
    detail: {
      message: 'You exceeded your current quota.',
      type: 'insufficient_quota',
      code: null,
      request_id: REQUEST_ID,
    },
    isError: true,
  },
  {
    name: 'a model that the upstream does not have',
    reply: refusal(404, { message: 'The model `m` does not exist.', type: 'x', code: 'model_not_found' }),
    outcome: 'upstream-model-unavailable',
    label: 'Model unavailable',
    sentence: 'The upstream does not offer this model to the account of the channel (status 404).',
    detail: {
      message: 'The model `m` does not exist.',
      type: 'x',
      code: 'model_not_found',
      request_id: REQUEST_ID,
    },
    isError: true,
  },
  {
    name: 'a rate limit of the upstream',
    reply: refusal(429, { message: 'Limit: 3 RPM.', type: 'requests', code: 'rate_limit_exceeded' }),
    outcome: 'upstream-overloaded',
    label: 'Rate limited by upstream',
    sentence: 'The upstream is overloaded or has rate limited the account of the channel (status 429).',
    detail: {
      message: 'Limit: 3 RPM.',
      type: 'requests',
      code: 'rate_limit_exceeded',
      request_id: REQUEST_ID,
    },
    isError: true,
  },
  {
    name: 'an error of the upstream',
    reply: refusal(500, { message: 'The server had an error.', type: 'server_error' }),
    outcome: 'upstream-error',
    label: 'Upstream error',
    sentence: 'The upstream returned an error (status 500).',
    detail: {
      message: 'The server had an error.',
      type: 'server_error',
      code: null,
      request_id: REQUEST_ID,
    },
    isError: true,
  },
  {
    name: 'an HTML error page',
    reply: { kind: 'html', status: 502 },
    outcome: 'upstream-error',
    label: 'Upstream error',
    sentence: 'The upstream returned an error (status 502).',
    detail: { ...NO_DETAIL, message: '502' },
    isError: true,
  },
  {
    name: 'an HTML page with status 200',
    reply: { kind: 'html', status: 200 },
    outcome: 'upstream-bad-response',
    label: 'Invalid upstream response',
    sentence: 'The upstream sent a response that the gateway cannot read (status 200).',
    detail: { ...NO_DETAIL, message: 'The response is text/html, not application/json.' },
    isError: true,
  },
  {
    name: 'an error in a response with status 200',
    reply: { kind: 'json', body: { error: { message: 'Model is loading.', type: 'loading' } } },
    outcome: 'upstream-bad-response',
    label: 'Invalid upstream response',
    sentence: 'The upstream sent a response that the gateway cannot read (status 200).',
    detail: { ...NO_DETAIL, message: 'Model is loading.', type: 'loading' },
    isError: true,
  },
  {
    name: 'an address where nothing listens',
    outcome: 'upstream-unreachable',
    label: 'Upstream unreachable',
    sentence: 'The connection to the upstream failed.',
    detail: { ...UNREACHED, message: 'connect ECONNREFUSED [hidden]', code: 'ECONNREFUSED' },
    isError: true,
  },
  {
    name: 'a connection that is reset before the response',
    reply: { kind: 'reset' },
    outcome: 'upstream-unreachable',
    label: 'Upstream unreachable',
    sentence: 'The connection to the upstream failed.',
    detail: {
      ...UNREACHED,
      message: expect.any(String),
      code: expect.stringMatching(/^(?:ECONNRESET|UND_ERR_SOCKET)$/),
    },
    isError: true,
  },
  {
    name: 'a stream that is cut after its first event',
    reply: { kind: 'truncate', afterEvents: 3 },
    isStreamed: true,
    outcome: 'upstream-interrupted',
    label: 'Interrupted',
    sentence: 'The upstream ended the response before it was complete (status 200).',
    text: IN_PART,
    detail: { ...NO_DETAIL, message: 'other side closed', code: 'UND_ERR_SOCKET' },
    isError: true,
  },
  {
    name: 'a stream that ends without its last event',
    reply: { kind: 'end-early', afterEvents: 3 },
    isStreamed: true,
    outcome: 'upstream-interrupted',
    label: 'Interrupted',
    sentence: 'The upstream ended the response before it was complete (status 200).',
    text: IN_PART,
    detail: NO_DETAIL,
    isError: true,
  },
  {
    name: 'a response that is cut in the middle',
    reply: { kind: 'truncate', afterEvents: 2 },
    outcome: 'upstream-interrupted',
    label: 'Interrupted',
    sentence: 'The upstream ended the response before it was complete (status 200).',
    detail: { ...NO_DETAIL, message: 'other side closed', code: 'UND_ERR_SOCKET' },
    isError: true,
  },
  {
    name: 'an error inside of a stream',
    reply: { kind: 'in-band-error', afterEvents: 2 },
    isStreamed: true,
    outcome: 'upstream-error',
    label: 'Upstream error',
    sentence: 'The upstream returned an error (status 200).',
    text: IN_PART,
    detail: {
      ...NO_DETAIL,
      message: 'The server had an error while processing your request.',
      type: 'server_error',
    },
    isError: true,
  },
  {
    name: 'an upstream that does not respond',
    reply: { kind: 'hang' },
    isStreamed: true,
    outcome: 'upstream-timeout',
    label: 'Timed out',
    sentence: 'The upstream did not respond in time.',
    detail: null,
    isError: true,
  },
  {
    name: 'an upstream that reports a timeout',
    reply: refusal(504, { message: 'The upstream timed out.', type: 'timeout_error' }),
    outcome: 'upstream-timeout',
    label: 'Timed out',
    sentence: 'The upstream did not respond in time (status 504).',
    detail: {
      message: 'The upstream timed out.',
      type: 'timeout_error',
      code: null,
      request_id: REQUEST_ID,
    },
    isError: true,
  },
  {
    name: 'a stream that stalls',
    reply: { kind: 'stall', afterEvents: 2 },
    isStreamed: true,
    outcome: 'upstream-timeout',
    label: 'Timed out',
    sentence: 'The upstream stopped sending its response before it was complete (status 200).',
    text: IN_PART,
    detail: { ...NO_DETAIL, message: 'The provider stopped sending in the middle of its response.' },
    isError: true,
  },
  {
    name: 'a client that disconnects in the middle of a stream',
    reply: { kind: 'slow', bytesPerWrite: 200, gapMs: 20 },
    isStreamed: true,
    clientLeavesAfter: '"assistant"',
    outcome: 'client-gone',
    label: 'Client disconnected',
    sentence: 'The client disconnected before the response was complete.',
    text: 'Part of the response was sent. This does not count as an error.',
    detail: null,
    isError: false,
  },
  {
    name: 'a client that disconnects before the response',
    reply: { kind: 'hang' },
    clientLeavesAfter: '',
    outcome: 'client-gone',
    label: 'Client disconnected',
    sentence: 'The client disconnected before the response was complete.',
    text: 'No response was sent. This does not count as an error.',
    detail: null,
    isError: false,
  },
];
