import { asFields } from './chat-request.js';
import { errorBody, type ErrorDetail } from './error-bodies.js';
import type { ReceivedRequest } from './received-request.js';

const CHAT_PATH = '/v1/chat/completions';

export interface Refusal {
  status: number;
  body: object;
  headers?: Record<string, string>;
}

/** Why the real service would refuse this request, if it would. */
export function refusalOf(request: ReceivedRequest, apiKeys: readonly string[]): Refusal | undefined {
  return refusedRoute(request) ?? refusedKey(request, apiKeys) ?? refusedContent(request);
}

function refusedRoute({ method, path }: ReceivedRequest): Refusal | undefined {
  if (path.split('?')[0] !== CHAT_PATH) return refuse(404, { message: `Invalid URL (${method} ${path})` });
  if (method === 'POST') return undefined;
  const message = `Not allowed to ${method} on ${CHAT_PATH}.`;
  return { ...refuse(405, { message, code: 'method_not_supported' }), headers: { allow: 'POST' } };
}

function refusedKey({ headers }: ReceivedRequest, apiKeys: readonly string[]): Refusal | undefined {
  if (apiKeys.some((key) => headers.authorization === `Bearer ${key}`)) return undefined;
  const message = headers.authorization
    ? 'Incorrect API key provided.'
    : "You didn't provide an API key in the Authorization header.";
  return refuse(401, { message, code: 'invalid_api_key' });
}

function refusedContent(request: ReceivedRequest): Refusal | undefined {
  const contentType = request.headers['content-type'] ?? '';
  if (contentType.split(';')[0]?.trim().toLowerCase() !== 'application/json') {
    return refuse(415, { message: `Unsupported content type: '${contentType}'. Use 'application/json'.` });
  }
  let body: unknown;
  try {
    body = request.json();
  } catch {
    return refuse(400, { message: 'We could not parse the JSON body of your request.' });
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return refuse(400, { message: 'The body of the request must be a JSON object.' });
  }
  return refusedFields(asFields(body));
}

function refusedFields(fields: Record<string, unknown>): Refusal | undefined {
  const { model, messages, stream } = fields;
  if (model === undefined || model === null || model === '') return missing('model');
  if (typeof model !== 'string') return wrongType('model', 'a string');
  if (messages === undefined || messages === null) return missing('messages');
  if (!Array.isArray(messages)) return wrongType('messages', 'an array');
  if (messages.length === 0) {
    const message = "Invalid 'messages': empty array. Expected an array with minimum length 1.";
    return refuse(400, { message, param: 'messages', code: 'empty_array' });
  }
  if (stream !== undefined && stream !== null && typeof stream !== 'boolean') {
    return wrongType('stream', 'a boolean');
  }
  if (stream !== true && fields.stream_options !== undefined && fields.stream_options !== null) {
    const message = "The 'stream_options' parameter is only allowed when 'stream' is enabled.";
    return refuse(400, { message, param: 'stream_options' });
  }
  return undefined;
}

function missing(param: string): Refusal {
  const message = `Missing required parameter: '${param}'.`;
  return refuse(400, { message, param, code: 'missing_required_parameter' });
}

function wrongType(param: string, expected: string): Refusal {
  return refuse(400, {
    message: `Invalid type for '${param}': expected ${expected}.`,
    param,
    code: 'invalid_type',
  });
}

function refuse(status: number, detail: Partial<ErrorDetail> & { message: string }): Refusal {
  return { status, body: errorBody(detail) };
}
