import { type ProbePermit, type TaskPermit } from '#admission';
import { type Form, GatewayError, type JsonObject } from '#canonical';
import { type ResponseKind, type HttpTransport, readWholeBody } from '#egress';
import { type Provider, type VideoCall, type VideoRefusal } from '#providers';
import { readRequestId } from '#wire';
import { type UnreadResponse, type UpstreamAccount, sendToAccount } from './send-to-account.js';

const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;

/** The outcome of a call, as far as it is known. */
export type CallOutcome =
  | {
      kind: 'answer';
      status: number;
      retryAfter?: string;
      /** The id that the upstream gave to the call. */
      requestId?: string | undefined;
      json?: JsonObject;
      bytes: Buffer;
    }
  /** The upstream cannot have received it. */
  | { kind: 'not-delivered'; reason: string; fault: GatewayError }
  /** The upstream may have received and executed it. */
  | { kind: 'broken'; reason: string; fault: GatewayError };

/** Error codes of a connection that was never established. */
const NOT_DELIVERED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** Calls the video API of one account. */
export class VideoUpstream {
  constructor(
    private readonly http: Pick<HttpTransport, 'send'>,
    private readonly account: UpstreamAccount & { baseUrl?: string; permit: TaskPermit | ProbePermit },
  ) {}

  get provider(): Provider {
    return this.account.provider;
  }

  async call(call: VideoCall, signal: AbortSignal): Promise<CallOutcome> {
    try {
      const response = await this.open(call, signal, 'whole');
      const bytes = await readWholeBody(
        response.body,
        this.provider.video?.maxResponseBytes ?? MAX_RESPONSE_BYTES,
      );
      const { status, headers } = response;
      const retryAfter = headers['retry-after'];
      const json = parseObject(bytes);
      const refusal = json && this.provider.video?.readRefusal?.(json, status);
      return {
        kind: 'answer',
        requestId: readRequestId(headers),
        ...(typeof retryAfter === 'string' ? { retryAfter } : {}),
        ...(refusal === undefined ? { status, bytes, json } : toErrorResponse(refusal)),
      };
    } catch (thrown) {
      return buildOutcome(thrown);
    }
  }

  /** Returns the response with an unread body. Throws a GatewayError if there is none. */
  async open(call: VideoCall, signal: AbortSignal, answer: ResponseKind = 'stream'): Promise<UnreadResponse> {
    const { method, url, headers, body } = call;
    const sent = isForm(body) ? body : Buffer.from(JSON.stringify(body ?? ''));
    const request = { method, url, accept: '*/*', headers, body: sent };
    return sendToAccount(this.http, this.account, request, { answer, signal });
  }

  /** Whether a URL has the origin of the upstream, so that its key may be sent there. */
  isOwnOrigin(url: URL): boolean {
    return this.account.baseUrl !== undefined && new URL(this.account.baseUrl).origin === url.origin;
  }
}

/** Converts an error in a provider's own form to the common one. */
function toErrorResponse({ status, message = '', isPolicy = false }: VideoRefusal) {
  const json = { error: { message, ...(isPolicy ? { code: 'content_policy_violation' } : {}) } };
  return { status, json, bytes: Buffer.from(JSON.stringify(json)) };
}

/** Whether a failed submission can have arrived. */
function buildOutcome(thrown: unknown): CallOutcome {
  // The sandbox rejects a request by throwing, before it has done anything.
  if (thrown instanceof GatewayError && thrown.status !== undefined) {
    const bytes = Buffer.from(JSON.stringify({ error: { message: thrown.message } }));
    return { kind: 'answer', status: thrown.status, bytes, json: parseObject(bytes) };
  }
  const { cause } = thrown as { cause?: { code?: unknown } };
  const code = typeof cause?.code === 'string' ? cause.code : '';
  const fault = GatewayError.from(thrown);
  const reason = code === '' ? fault.message : `${fault.message} (${code})`;
  // If no connection was free, nothing was sent.
  const isUnsent = fault.kind === 'overloaded' || NOT_DELIVERED.has(code);
  return { kind: isUnsent ? 'not-delivered' : 'broken', reason, fault };
}

function parseObject(bytes: Buffer): JsonObject | undefined {
  try {
    const parsed: unknown = JSON.parse(bytes.toString('utf8'));
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as JsonObject;
  } catch {
    // Not JSON.
  }
  return undefined;
}

function isForm(body: VideoCall['body']): body is Form {
  return Array.isArray(body);
}
