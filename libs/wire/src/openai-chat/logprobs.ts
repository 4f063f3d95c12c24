import { type JsonObject, type TokenLogprob } from '#canonical';
import { numberOf, recordOf, recordsOf, textOf } from '../openai-dialect/json-reading.js';

export function readLogprobs(logprobs: unknown): TokenLogprob[] | undefined {
  const tokens = recordOf(logprobs)?.['content'];
  if (!Array.isArray(tokens)) return undefined;
  return recordsOf(tokens).map((token) => ({
    ...readToken(token),
    top: recordsOf(token['top_logprobs']).map(readToken),
  }));
}

export function encodeLogprobs(logprobs: readonly TokenLogprob[] | undefined): JsonObject | null {
  if (logprobs === undefined) return null;
  const content = logprobs.map(({ token, logprob, bytes, top }) => ({
    token,
    logprob,
    bytes,
    top_logprobs: top.map((other) => ({ token: other.token, logprob: other.logprob, bytes: other.bytes })),
  }));
  return { content, refusal: null };
}

function readToken(token: Record<string, unknown>): Omit<TokenLogprob, 'top'> {
  const { bytes } = token;
  return {
    token: textOf(token['token']),
    logprob: numberOf(token['logprob']) ?? 0,
    bytes: Array.isArray(bytes) ? bytes.filter((byte) => typeof byte === 'number') : null,
  };
}
