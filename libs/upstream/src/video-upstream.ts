import { type Form, GatewayError, type JsonObject } from '#canonical';
import { type AnswerKind, type HttpTransport, readWholeBody } from '#egress';
import { type Provider, type VideoCall, type VideoRefusal } from '#providers';
import { type UnreadAnswer, type UpstreamAccount, sendToAccount } from './send-to-account.js';

const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/** What became of a call, as exactly as can be known. */
export type CallOutcome =
  | { kind: 'answer'; status: number; retryAfter?: string; json?: JsonObject; bytes: Buffer }
  /** The upstream cannot have seen it. */
  | { kind: 'not-delivered'; reason: string; fault: GatewayError }
  /** It may have been seen, and acted upon. */
  | { kind: 'broken'; reason: string; fault: GatewayError };

/** Faults of a connection that never came to be. */
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

/** One account at one upstream. */
export class VideoUpstream {
  constructor(
    private readonly http: Pick<HttpTransport, 'send'>,
    private readonly account: UpstreamAccount & { baseUrl?: string },
  ) {}

  get provider(): Provider {
    return this.account.provider;
  }

  async call(call: VideoCall, signal: AbortSignal): Promise<CallOutcome> {
    try {
      const response = await this.open(call, signal, 'whole');
      const bytes = await readWholeBody(
        response.body,
        this.provider.video?.maxAnswerBytes ?? MAX_ANSWER_BYTES,
      );
      const { status, headers } = response;
      const retryAfter = headers['retry-after'];
      const json = parseObject(bytes);
      const refusal = json && this.provider.video?.readRefusal?.(json, status);
      return {
        kind: 'answer',
        ...(typeof retryAfter === 'string' ? { retryAfter } : {}),
        ...(refusal === undefined ? { status, bytes, json } : wordRefusal(refusal)),
      };
    } catch (thrown) {
      return buildOutcome(thrown);
    }
  }

  /** The answer with its body unread. Throws a GatewayError where there is none. */
  async open(call: VideoCall, signal: AbortSignal, answer: AnswerKind = 'stream'): Promise<UnreadAnswer> {
    const { method, url, headers, body } = call;
    const sent = isForm(body) ? body : Buffer.from(JSON.stringify(body ?? ''));
    const request = { method, url, accept: '*/*', headers, body: sent };
    return sendToAccount(this.http, this.account, request, { answer, signal });
  }

  /** Whether a link leads to the upstream itself, so that it may be opened with our key wherever it is. */
  isOwnOrigin(url: URL): boolean {
    return this.account.baseUrl !== undefined && new URL(this.account.baseUrl).origin === url.origin;
  }
}

/** A refusal that a service has worded in its own way, as everybody else words it. */
function wordRefusal({ status, message = '', isPolicy = false }: VideoRefusal) {
  const json = { error: { message, ...(isPolicy ? { code: 'content_policy_violation' } : {}) } };
  return { status, json, bytes: Buffer.from(JSON.stringify(json)) };
}

/** What a thrown fault means for a submission: did it arrive, or might it have? */
function buildOutcome(thrown: unknown): CallOutcome {
  // The sandbox refuses by throwing, before it has done anything.
  if (thrown instanceof GatewayError && thrown.status !== undefined) {
    const bytes = Buffer.from(JSON.stringify({ error: { message: thrown.message } }));
    return { kind: 'answer', status: thrown.status, bytes, json: parseObject(bytes) };
  }
  const { cause } = thrown as { cause?: { code?: unknown } };
  const code = typeof cause?.code === 'string' ? cause.code : '';
  const fault = GatewayError.from(thrown);
  const reason = code === '' ? fault.message : `${fault.message} (${code})`;
  // Refused here, for want of a connection: nothing has left.
  const isUnsent = fault.kind === 'overloaded' || NOT_DELIVERED.has(code);
  return { kind: isUnsent ? 'not-delivered' : 'broken', reason, fault };
}

function parseObject(bytes: Buffer): JsonObject | undefined {
  try {
    const parsed: unknown = JSON.parse(bytes.toString('utf8'));
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as JsonObject;
  } catch {
    // Not JSON: there is nothing to read.
  }
  return undefined;
}

function isForm(body: VideoCall['body']): body is Form {
  return Array.isArray(body);
}
