import { type ChargeSum } from './charge-sum.js';
import { type ChargedCounts } from './plausible-counts.js';
import { type TokenRates } from './token-rates.js';

const MILLION = 1_000_000;

/** All of the prompt. Some upstreams name only parts of it. */
export function getInputTokens(counts: ChargedCounts): number {
  const { inputTokens, cachedInputTokens, cacheWriteTokens, audioInputTokens, imageInputTokens } = counts;
  // What is cached may be audio or images, too.
  return Math.max(inputTokens, cachedInputTokens + cacheWriteTokens, audioInputTokens + imageInputTokens);
}

/** Every token of the prompt once, at the rate of its kind; a kind without one costs the plain rate. */
export function addInput(sum: ChargeSum, counts: ChargedCounts, rates: TokenRates): void {
  const plain = rates.inputPerMTok;
  let left = getInputTokens(counts);
  left -= addPart(sum, counts.cachedInputTokens, left, rates.cachedInputPerMTok ?? plain);
  left -= addPart(sum, counts.cacheWriteTokens, left, rates.cacheWritePerMTok ?? plain);
  left -= addPart(sum, counts.audioInputTokens, left, rates.audioInputPerMTok ?? plain);
  left -= addPart(sum, counts.imageInputTokens, left, rates.imageInputPerMTok ?? plain);
  sum.add(left, plain, MILLION);
}

/** Every token of the answer, likewise. */
export function addOutput(
  sum: ChargeSum,
  { outputTokens, audioOutputTokens }: Pick<ChargedCounts, 'outputTokens' | 'audioOutputTokens'>,
  rates: TokenRates,
): void {
  const plain = rates.outputPerMTok;
  const all = Math.max(outputTokens, audioOutputTokens);
  sum.add(all - addPart(sum, audioOutputTokens, all, rates.audioOutputPerMTok ?? plain), plain, MILLION);
}

/** How many of the tokens that are left have been charged. */
function addPart(sum: ChargeSum, tokens: number, left: number, usd: number | undefined): number {
  const amount = Math.min(tokens, left);
  sum.add(amount, usd, MILLION);
  return amount;
}
