import { toAddress } from '../app/addresses.js';
import { type ApiRequest, type FormField } from './call/api-request.js';
import { CallError, getErrorMessage } from './call/call-error.js';
import { type CallReport, readCallReport } from './call/call-report.js';
import { type ServerSentEvent, readEventStream } from './call/event-stream.js';

/** A response of the API. Its body can be read once, by one of the three methods; the report is complete after that. */
export class GatewayResponse {
  private readonly firstByteMs: number;
  private endedAt?: number;

  constructor(
    private readonly response: Response,
    private readonly startedAt: number,
  ) {
    this.firstByteMs = performance.now() - startedAt;
  }

  async json<Body>(): Promise<Body> {
    return this.recordEnd(await this.response.json());
  }

  /** Audio, images and videos, with the media type of the response. */
  async blob(): Promise<Blob> {
    return this.recordEnd(await this.response.blob());
  }

  async *events(): AsyncGenerator<ServerSentEvent> {
    if (this.response.body === null) return;
    yield* readEventStream(this.response.body);
    this.endedAt = performance.now();
  }

  report(): CallReport {
    const latencyMs = (this.endedAt ?? performance.now()) - this.startedAt;
    return readCallReport(this.response.status, this.response.headers, {
      firstByteMs: this.firstByteMs,
      latencyMs,
    });
  }

  private recordEnd<Body>(body: Body): Body {
    this.endedAt = performance.now();
    return body;
  }
}

/** Calls the public API with the token. Throws a CallError for an error response, or if there is no response. */
export async function callGateway(
  token: string,
  request: ApiRequest,
  signal?: AbortSignal,
): Promise<GatewayResponse> {
  const startedAt = performance.now();
  const response = await send(token, request, signal);
  if (!response.ok) throw await readError(response);
  return new GatewayResponse(response, startedAt);
}

async function send(token: string, request: ApiRequest, signal?: AbortSignal): Promise<Response> {
  const { method, path, json, form, headers = {} } = request;
  try {
    return await fetch(toAddress(path), {
      method,
      headers: {
        ...headers,
        authorization: `Bearer ${token}`,
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: json === undefined ? form && toFormData(form) : JSON.stringify(json),
      credentials: 'omit',
      signal,
    });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new CallError(`No response from the gateway: ${reason}.`, { status: 0 });
  }
}

async function readError(response: Response): Promise<CallError> {
  const text = await response.text();
  const body = parseJsonOrText(text);
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new CallError(getErrorMessage(body) ?? `The gateway responded with status ${response.status}.`, {
    status: response.status,
    body,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
  });
}

function parseJsonOrText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function toFormData(fields: readonly FormField[]): FormData {
  const form = new FormData();
  for (const { name, value } of fields) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value, value.name);
  }
  return form;
}
