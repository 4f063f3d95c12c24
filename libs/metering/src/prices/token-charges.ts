import { type ChargeSum } from './charge-sum.js';
import { type ChargedCounts } from './plausible-counts.js';
import { type TokenRates } from './token-rates.js';

const MILLION = 1_000_000;

/** All of the prompt. Some upstreams name only parts of it. */
export function getInputTokens(counts: ChargedCounts): number {
  const { inputTokens, cachedInputTokens, audioInputTokens, imageInputTokens } = counts;
  // What is cached may be audio or images, too.
  return Math.max(
    inputTokens,
    cachedInputTokens + getWrittenTokens(counts),
    audioInputTokens + imageInputTokens,
  );
}

/** Every token of the prompt once, at the rate of its kind; a kind without one costs the plain rate. */
export function addInput(sum: ChargeSum, counts: ChargedCounts, rates: TokenRates): void {
  const plain = rates.inputPerMTok;
  const written = rates.cacheWritePerMTok ?? plain;
  let left = getInputTokens(counts);
  left -= addPart(sum, counts.cachedInputTokens, left, rates.cachedInputPerMTok ?? plain);
  left -= addPart(sum, counts.cacheWrite1hTokens, left, rates.cacheWrite1hPerMTok ?? written);
  left -= addPart(sum, getWrittenTokens(counts) - counts.cacheWrite1hTokens, left, written);
  left -= addPart(sum, counts.audioInputTokens, left, rates.audioInputPerMTok ?? plain);
  left -= addPart(sum, counts.imageInputTokens, left, rates.imageInputPerMTok ?? plain);
  sum.add(left, plain, MILLION);
}

/** Every token of the answer, likewise. Reasoning is what is left of it beside audio and images. */
export function addOutput(sum: ChargeSum, counts: ChargedCounts, rates: TokenRates): void {
  const { outputTokens, audioOutputTokens, imageOutputTokens } = counts;
  const plain = rates.outputPerMTok;
  let left = Math.max(outputTokens, audioOutputTokens + imageOutputTokens);
  left -= addPart(sum, audioOutputTokens, left, rates.audioOutputPerMTok ?? plain);
  left -= addPart(sum, imageOutputTokens, left, rates.imageOutputPerMTok ?? plain);
  left -= addPart(sum, counts.reasoningTokens, left, rates.reasoningPerMTok ?? plain);
  sum.add(left, plain, MILLION);
}

/** What was written to the cache, for however long. */
function getWrittenTokens({ cacheWriteTokens, cacheWrite1hTokens }: ChargedCounts): number {
  return Math.max(cacheWriteTokens, cacheWrite1hTokens);
}

/** How many of the tokens that are left have been charged. */
function addPart(sum: ChargeSum, tokens: number, left: number, usd: number | undefined): number {
  const amount = Math.min(tokens, left);
  sum.add(amount, usd, MILLION);
  return amount;
}
