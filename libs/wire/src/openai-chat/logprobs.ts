import { type JsonObject, type TokenLogprob } from '#canonical';
import { toNumber, getRecord, getRecords, toText } from '../openai-dialect/json-members.js';

export function readLogprobs(logprobs: unknown): TokenLogprob[] | undefined {
  const tokens = getRecord(logprobs)?.['content'];
  if (!Array.isArray(tokens)) return undefined;
  return getRecords(tokens).map((token) => ({
    ...readToken(token),
    top: getRecords(token['top_logprobs']).map(readToken),
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
    token: toText(token['token']),
    logprob: toNumber(token['logprob']) ?? 0,
    bytes: Array.isArray(bytes) ? bytes.filter((byte) => typeof byte === 'number') : null,
  };
}
