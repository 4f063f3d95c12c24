import { type ErrorKind } from '#canonical';

interface OpenAiFields {
  type: string;
  code: string;
}

interface AnthropicFields {
  type: string;
  status?: number;
  errorCode?: string;
}

interface GoogleFields {
  status: string;
  httpStatus?: number;
  reason?: string;
}

export interface Condition {
  status: number;
  openai: OpenAiFields;
  anthropic: AnthropicFields;
  google: GoogleFields;
}

const unauthorized = (code: string, errorCode: string | undefined, reason: string): Condition =>
  condition(
    401,
    [INVALID, code],
    { type: 'authentication_error', errorCode },
    { status: 'UNAUTHENTICATED', reason },
  );

const condition = (
  status: number,
  [type, code]: [type: string, code: string],
  anthropic: AnthropicFields,
  google: GoogleFields,
): Condition => ({ status, openai: { type, code }, anthropic, google });

const INVALID = 'invalid_request_error';
const badRequest = (code: string): Condition =>
  condition(400, [INVALID, code], { type: INVALID }, { status: 'INVALID_ARGUMENT' });

const unavailable = (code: string): Condition =>
  condition(
    503,
    ['service_unavailable_error', code],
    { type: 'overloaded_error', status: 529 },
    { status: 'UNAVAILABLE' },
  );

const upstreamFault = (status: number, code: string, google = 'INTERNAL'): Condition =>
  condition(status, ['server_error', code], { type: 'api_error' }, { status: google });

/** How each dialect represents each kind of error. */
export const CONDITIONS: Record<ErrorKind, Condition> = {
  'missing-credential': unauthorized('missing_api_key', undefined, 'API_KEY_MISSING'),
  'unknown-token': unauthorized('invalid_api_key', undefined, 'API_KEY_INVALID'),
  'expired-token': unauthorized('expired_api_key', 'expired_api_key', 'API_KEY_EXPIRED'),
  'disabled-token': unauthorized('disabled_api_key', 'disabled_api_key', 'API_KEY_DISABLED'),
  'address-not-allowed': condition(
    403,
    ['permission_error', 'ip_not_allowed'],
    { type: 'permission_error', errorCode: 'ip_not_allowed' },
    { status: 'PERMISSION_DENIED', reason: 'IP_ADDRESS_BLOCKED' },
  ),
  forbidden: condition(
    403,
    ['permission_error', 'forbidden'],
    { type: 'permission_error' },
    { status: 'PERMISSION_DENIED' },
  ),
  'invalid-credentials': unauthorized('invalid_credentials', 'invalid_credentials', 'CREDENTIALS_INVALID'),
  'model-not-found': condition(
    404,
    [INVALID, 'model_not_found'],
    { type: 'not_found_error' },
    { status: 'NOT_FOUND' },
  ),
  'model-not-allowed': condition(
    403,
    ['permission_error', 'model_not_allowed'],
    { type: 'permission_error', errorCode: 'model_not_allowed' },
    { status: 'PERMISSION_DENIED' },
  ),
  'missing-parameter': badRequest('missing_required_parameter'),
  'invalid-type': badRequest('invalid_type'),
  'invalid-value': badRequest('invalid_value'),
  'invalid-json': badRequest('invalid_json'),
  'invalid-request': badRequest('invalid_request'),
  'resource-not-found': condition(
    404,
    [INVALID, 'not_found'],
    { type: 'not_found_error' },
    { status: 'NOT_FOUND' },
  ),
  'unsupported-parameter': badRequest('unsupported_parameter'),
  'unsupported-capability': condition(
    400,
    [INVALID, 'unsupported_model_capability'],
    { type: INVALID },
    { status: 'FAILED_PRECONDITION' },
  ),
  'body-too-large': condition(
    413,
    [INVALID, 'request_too_large'],
    { type: 'request_too_large' },
    { status: 'INVALID_ARGUMENT' },
  ),
  'headers-too-large': condition(
    431,
    [INVALID, 'headers_too_large'],
    { type: INVALID },
    { status: 'INVALID_ARGUMENT' },
  ),
  'unsupported-media-type': condition(
    415,
    [INVALID, 'unsupported_media_type'],
    { type: INVALID, errorCode: 'request_body_encoding_unsupported' },
    { status: 'INVALID_ARGUMENT' },
  ),
  'request-timeout': condition(
    408,
    [INVALID, 'request_timeout'],
    { type: 'timeout_error' },
    { status: 'DEADLINE_EXCEEDED' },
  ),
  'method-not-allowed': condition(
    405,
    [INVALID, 'method_not_allowed'],
    { type: INVALID },
    { status: 'UNIMPLEMENTED' },
  ),
  'unknown-path': condition(
    404,
    [INVALID, 'unknown_url'],
    { type: 'not_found_error' },
    { status: 'NOT_FOUND' },
  ),
  'host-not-served': condition(
    421,
    [INVALID, 'host_not_served'],
    { type: INVALID },
    { status: 'INVALID_ARGUMENT' },
  ),
  'budget-exhausted': condition(
    429,
    ['insufficient_quota', 'insufficient_quota'],
    { type: 'billing_error', status: 402 },
    { status: 'RESOURCE_EXHAUSTED', httpStatus: 402 },
  ),
  'spend-limit-reached': condition(
    429,
    ['insufficient_quota', 'spend_limit_reached'],
    { type: 'rate_limit_error', errorCode: 'enforced_spend_limit_reached' },
    { status: 'RESOURCE_EXHAUSTED' },
  ),
  'storage-quota-reached': condition(
    429,
    ['insufficient_quota', 'storage_quota_reached'],
    { type: 'rate_limit_error', errorCode: 'storage_quota_reached' },
    { status: 'RESOURCE_EXHAUSTED' },
  ),
  'content-policy': badRequest('content_policy_violation'),
  'key-reused': condition(
    422,
    [INVALID, 'idempotency_key_reused'],
    { type: 'conflict_error' },
    { status: 'ALREADY_EXISTS' },
  ),
  'key-in-flight': condition(
    409,
    [INVALID, 'idempotency_in_progress'],
    { type: 'conflict_error' },
    { status: 'ABORTED' },
  ),
  'not-replayable': condition(
    409,
    [INVALID, 'idempotency_stream_not_replayable'],
    { type: 'conflict_error' },
    { status: 'ABORTED' },
  ),
  'wrong-state': condition(
    409,
    [INVALID, 'conflict'],
    { type: 'conflict_error' },
    { status: 'FAILED_PRECONDITION' },
  ),
  'rate-limited': condition(
    429,
    ['rate_limit_error', 'rate_limit_exceeded'],
    { type: 'rate_limit_error' },
    { status: 'RESOURCE_EXHAUSTED' },
  ),
  'concurrency-exceeded': condition(
    429,
    ['rate_limit_error', 'concurrency_limit_exceeded'],
    { type: 'rate_limit_error', errorCode: 'concurrency_limit_exceeded' },
    { status: 'RESOURCE_EXHAUSTED' },
  ),
  'request-over-limit': badRequest('tokens_limit_exceeded'),
  'client-gone': condition(
    499,
    [INVALID, 'client_closed_request'],
    { type: INVALID },
    { status: 'CANCELLED' },
  ),
  'no-channel': unavailable('no_available_channel'),
  overloaded: unavailable('server_is_overloaded'),
  'store-unavailable': upstreamFault(503, 'store_unavailable', 'UNAVAILABLE'),
  'shutting-down': unavailable('server_shutting_down'),
  'internal-error': upstreamFault(500, 'internal_error'),
  'upstream-rejected': badRequest('invalid_request'),
  'upstream-too-large': condition(
    413,
    [INVALID, 'request_too_large'],
    { type: 'request_too_large' },
    { status: 'INVALID_ARGUMENT' },
  ),
  'upstream-auth': upstreamFault(502, 'upstream_auth_error'),
  'upstream-model-unavailable': upstreamFault(502, 'upstream_model_unavailable'),
  'upstream-quota': unavailable('upstream_quota_exhausted'),
  'upstream-overloaded': unavailable('server_is_overloaded'),
  'upstream-error': upstreamFault(502, 'upstream_error'),
  'upstream-bad-response': upstreamFault(502, 'upstream_bad_response'),
  'upstream-unreachable': upstreamFault(503, 'upstream_unreachable', 'UNAVAILABLE'),
  'upstream-interrupted': upstreamFault(502, 'upstream_interrupted'),
  'upstream-timeout': condition(
    504,
    ['server_error', 'upstream_timeout'],
    { type: 'timeout_error' },
    { status: 'DEADLINE_EXCEEDED' },
  ),
};

/** The default HTTP status of each kind of error. */
export const ERROR_STATUSES = Object.fromEntries(
  Object.entries(CONDITIONS).map(([kind, { status }]) => [kind, status]),
) as Readonly<Record<ErrorKind, number>>;
