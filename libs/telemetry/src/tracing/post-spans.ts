import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

const TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 64 * 1024;
/** Statuses after which the same spans can be sent again. */
const RETRYABLE = new Set([429, 502, 503, 504]);

export type PostOutcome =
  | { kind: 'accepted'; rejectedSpans: number }
  | { kind: 'retry'; reason: string; afterSeconds?: number }
  | { kind: 'refused'; reason: string };

/** Sends one batch. Never rejects. */
export function postSpans(url: URL, headers: Record<string, string>, body: string): Promise<PostOutcome> {
  return new Promise((resolve) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const fail = (error: Error): void => resolve({ kind: 'retry', reason: error.message });
    const request = send(url, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'modelgate',
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    request.on('error', fail);
    request.on('response', (response) => {
      readText(response).then((text) => resolve(toOutcome(response, text)), fail);
    });
    request.end(body);
  });
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_RESPONSE_BYTES) chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function toOutcome({ statusCode = 0, headers }: IncomingMessage, text: string): PostOutcome {
  if (statusCode >= 200 && statusCode < 300) return { kind: 'accepted', rejectedSpans: readRejected(text) };
  const reason = `the collector returned status ${statusCode}`;
  if (!RETRYABLE.has(statusCode)) return { kind: 'refused', reason };
  const after = Number(headers['retry-after'] ?? Number.NaN);
  return { kind: 'retry', reason, ...(after >= 0 && { afterSeconds: after }) };
}

/** The number of rejected spans that the collector reported. */
function readRejected(text: string): number {
  try {
    const response = JSON.parse(text) as { partialSuccess?: { rejectedSpans?: string | number } } | null;
    return Math.max(0, Number(response?.partialSuccess?.rejectedSpans ?? 0)) || 0;
  } catch {
    return 0;
  }
}
