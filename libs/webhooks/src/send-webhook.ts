import { GatewayError } from '#canonical';
import { type PublicFetcher } from '#egress';
import { type Delivery } from './delivery.js';
import { getRetryAfterMs } from './retry-after.js';
import { signWebhook } from './sign-webhook.js';

const MAX_RESPONSE_BYTES = 64 * 1024;
const GONE = 410;
/** The receiver, or the proxy before it, is asked more than it can do. */
const OVERLOADED: readonly number[] = [429, 502, 504];
const REST_MS = 60_000;

export type DeliveryOutcome =
  | { kind: 'delivered'; status: number }
  /** The receiver wants no more calls at this address. */
  | { kind: 'gone'; status: number }
  | { kind: 'failed'; status?: number; reason: string; retryAfterMs?: number; endpointRestMs?: number };

export interface SendOptions {
  sender: Pick<PublicFetcher, 'post'>;
  /** What the calls of a token are signed with, the newest first. */
  getSecrets: (tokenId: string) => Promise<readonly string[]>;
  timeoutMs: number;
  /** Beside those of the signature. */
  headers?: Readonly<Record<string, string>>;
}

/** A call as it goes out: signed with every secret, the newest first. */
export interface SignedCall {
  /** The same for whatever tells the same again. */
  id: string;
  url: string;
  contentType: string;
  body: string;
  secrets: readonly string[];
}

/** Makes one attempt at a delivery. Whatever comes of it is an outcome, not an error. */
export async function sendWebhook(
  { id, tokenId, url, payload }: Delivery,
  { getSecrets, ...options }: SendOptions,
): Promise<DeliveryOutcome> {
  try {
    const secrets = await getSecrets(tokenId);
    const body = JSON.stringify(payload);
    return await sendSigned({ id, url, contentType: 'application/json', body, secrets }, options);
  } catch (error) {
    return { kind: 'failed', reason: getReason(error, options.timeoutMs) };
  }
}

/** The same for a body that is not an event. */
export async function sendSigned(
  { id, url, contentType, body, secrets }: SignedCall,
  { sender, timeoutMs, headers }: Omit<SendOptions, 'getSecrets'>,
): Promise<DeliveryOutcome> {
  try {
    const timestampSeconds = Math.floor(Date.now() / 1000);
    const signature = signWebhook({ id, timestampSeconds, body, secrets });
    const { status, retryAfter } = await sender.post(url, {
      headers: { ...headers, 'content-type': contentType, ...signature },
      body,
      timeoutMs,
      maxResponseBytes: MAX_RESPONSE_BYTES,
    });
    return buildOutcome(status, getRetryAfterMs(retryAfter));
  } catch (error) {
    return { kind: 'failed', reason: getReason(error, timeoutMs) };
  }
}

function buildOutcome(status: number, retryAfterMs: number | undefined): DeliveryOutcome {
  if (status >= 200 && status < 300) return { kind: 'delivered', status };
  if (status === GONE) return { kind: 'gone', status };
  return {
    kind: 'failed',
    status,
    reason: `the receiver answered with status ${status}`,
    retryAfterMs,
    ...(OVERLOADED.includes(status) ? { endpointRestMs: retryAfterMs ?? REST_MS } : {}),
  };
}

/** Says no more of the network than a code: whoever reads it need not learn what our side of it looks like. */
function getReason(error: unknown, timeoutMs: number): string {
  if (error instanceof GatewayError) return error.message;
  const { name, code, message } = (error ?? {}) as { name?: unknown; code?: unknown; message?: unknown };
  if (name === 'TimeoutError') return `there was no answer within ${timeoutMs / 1000} seconds`;
  if (typeof code === 'string') return `the connection failed: ${code}`;
  return typeof message === 'string' ? message : 'the call failed';
}
