import { countTokens, estimateModelTokens, findFamily } from '#tokenizer';
import { estimateTokens } from '../billing/request-size.js';

const TOKENS_PER_TEXT = 3;
/** For all texts together. The rest is estimated by its size, which is accurate enough for long texts. */
const MAX_COUNTED_LENGTH = 1_000_000;

/** Counts the tokens of texts with the gateway's tokenizer, which is close to the count of upstreams. */
export async function estimateCount(texts: readonly string[], upstreamModel = ''): Promise<number> {
  const family = findFamily(upstreamModel);
  const count = (text: string): Promise<number> =>
    family === undefined ? countTokens(text) : estimateModelTokens(text, family);
  let sum = 0;
  let length = 0;
  for (const text of texts) {
    length += text.length;
    const isCounted = length <= MAX_COUNTED_LENGTH;
    sum += TOKENS_PER_TEXT + (isCounted ? await count(text) : estimateTokens(Buffer.byteLength(text)));
  }
  return sum;
}
