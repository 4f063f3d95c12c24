import { GatewayError } from '#canonical';
import { type PublicFetcher } from '#egress';
import { type Delivery } from './delivery.js';
import { parseRetryAfterMs } from './retry-after.js';
import { signWebhook } from './sign-webhook.js';

const MAX_RESPONSE_BYTES = 64 * 1024;
const GONE = 410;
/** The receiver, or a proxy in front of it, is overloaded. */
const OVERLOADED: readonly number[] = [429, 502, 504];
const ENDPOINT_PAUSE_MS = 60_000;

export type DeliveryOutcome =
  | { kind: 'delivered'; status: number }
  /** The receiver rejects all further webhooks at this address. */
  | { kind: 'gone'; status: number }
  | { kind: 'failed'; status?: number; reason: string; retryAfterMs?: number; endpointPauseMs?: number };

export interface SendOptions {
  sender: Pick<PublicFetcher, 'post'>;
  /** The signing secrets of a token, newest first. */
  getSecrets: (tokenId: string) => Promise<readonly string[]>;
  timeoutMs: number;
  /** In addition to those of the signature. */
  headers?: Readonly<Record<string, string>>;
}

/** A request that is signed with every secret, newest first. */
export interface SignedRequest {
  /** Identical for repetitions of the same message. */
  id: string;
  url: string;
  contentType: string;
  body: string;
  secrets: readonly string[];
}

/** Makes one attempt at a delivery. A failure is an outcome, not an exception. */
export async function sendWebhook(
  { id, tokenId, url, payload }: Delivery,
  { getSecrets, ...options }: SendOptions,
): Promise<DeliveryOutcome> {
  try {
    const secrets = await getSecrets(tokenId);
    const body = JSON.stringify(payload);
    return await sendSigned({ id, url, contentType: 'application/json', body, secrets }, options);
  } catch (error) {
    return { kind: 'failed', reason: describeError(error, options.timeoutMs) };
  }
}

/** Sends a signed body that need not be an event. */
export async function sendSigned(
  { id, url, contentType, body, secrets }: SignedRequest,
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
    return buildOutcome(status, parseRetryAfterMs(retryAfter));
  } catch (error) {
    return { kind: 'failed', reason: describeError(error, timeoutMs) };
  }
}

function buildOutcome(status: number, retryAfterMs: number | undefined): DeliveryOutcome {
  if (status >= 200 && status < 300) return { kind: 'delivered', status };
  if (status === GONE) return { kind: 'gone', status };
  return {
    kind: 'failed',
    status,
    reason: `the receiver returned status ${status}`,
    retryAfterMs,
    ...(OVERLOADED.includes(status) ? { endpointPauseMs: retryAfterMs ?? ENDPOINT_PAUSE_MS } : {}),
  };
}

/**
 * Only contains an error code of the network, because token owners read it and must not learn about the internal
 * network.
 */
function describeError(error: unknown, timeoutMs: number): string {
  if (error instanceof GatewayError) return error.message;
  const { name, code, message } = (error ?? {}) as { name?: unknown; code?: unknown; message?: unknown };
  if (name === 'TimeoutError') return `no response within ${timeoutMs / 1000} seconds`;
  if (typeof code === 'string') return `the connection failed: ${code}`;
  return typeof message === 'string' ? message : 'the request failed';
}
