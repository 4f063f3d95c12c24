import { toAddress } from '../../app/addresses.js';
import { type ApiRequest, type FormField } from '../../playground/call/api-request.js';

/** Longer bodies are truncated, because showing a large one would freeze the page. */
const MAX_SHOWN_CHARACTERS = 20_000;
const SHOWN_HEADERS = /^(content-type|retry-after|x-|anthropic-ratelimit-|idempotent-replayed)/;

export interface ShownResponse {
  status: number;
  headers: string;
  body: string;
  milliseconds: number;
}

/** Sends a request with a token and without cookies, like a program. Error responses are returned, not thrown. */
export async function sendRequest(
  request: ApiRequest,
  token: string,
  signal: AbortSignal,
): Promise<ShownResponse> {
  const { method, path, json, form } = request;
  const startedAt = performance.now();
  const response = await fetch(toAddress(path), {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: json === undefined ? form && toFormData(form) : JSON.stringify(json),
    credentials: 'omit',
    signal,
  });
  const body = await readBody(response);
  return {
    status: response.status,
    headers: [...response.headers]
      .filter(([name]) => SHOWN_HEADERS.test(name))
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
    body: body.length > MAX_SHOWN_CHARACTERS ? `${body.slice(0, MAX_SHOWN_CHARACTERS)}\n…` : body,
    milliseconds: Math.round(performance.now() - startedAt),
  };
}

function toFormData(fields: readonly FormField[]): FormData {
  const form = new FormData();
  for (const { name, value } of fields) form.append(name, value);
  return form;
}

async function readBody(response: Response): Promise<string> {
  const type = response.headers.get('content-type') ?? '';
  if (!/^(text\/|application\/json)/.test(type)) {
    return `${(await response.blob()).size.toLocaleString('en')} bytes of ${type}`;
  }
  const text = await response.text();
  return type.startsWith('application/json') ? indent(text) : text;
}

function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
