import { type Charges, type Dimension } from './charge-sum.js';
import { type ChargedCounts } from './plausible-counts.js';
import { type TokenRates } from './token-rates.js';

const MILLION = 1_000_000;

/** The tokens of the whole prompt. Some upstreams report only parts of it. */
export function getInputTokens(counts: ChargedCounts): number {
  const { inputTokens, cachedInputTokens, audioInputTokens, imageInputTokens } = counts;
  // Cached tokens may be audio or images, so the two sums are not added.
  return Math.max(
    inputTokens,
    cachedInputTokens + getWrittenTokens(counts),
    audioInputTokens + imageInputTokens,
  );
}

/** Charges every token of the prompt once, at the rate of its kind. A kind without a rate costs the plain rate. */
export function addInput(sum: Charges, counts: ChargedCounts, rates: TokenRates): void {
  const plain = rates.inputPerMTok;
  const written = rates.cacheWritePerMTok ?? plain;
  const written1h = rates.cacheWrite1hPerMTok ?? written;
  const shorterWrites = getWrittenTokens(counts) - counts.cacheWrite1hTokens;
  const remaining = new RemainingTokens(sum, getInputTokens(counts));
  remaining.charge('cached_input', counts.cachedInputTokens, rates.cachedInputPerMTok ?? plain);
  remaining.charge('cache_write_1h', counts.cacheWrite1hTokens, written1h);
  remaining.charge('cache_write', shorterWrites, written);
  remaining.charge('audio_input', counts.audioInputTokens, rates.audioInputPerMTok ?? plain);
  remaining.charge('image_input', counts.imageInputTokens, rates.imageInputPerMTok ?? plain);
  remaining.charge('input', remaining.tokens, plain);
}

/** Charges every output token once. Reasoning tokens are limited to what audio and images leave. */
export function addOutput(sum: Charges, counts: ChargedCounts, rates: TokenRates): void {
  const { outputTokens, audioOutputTokens, imageOutputTokens } = counts;
  const plain = rates.outputPerMTok;
  const remaining = new RemainingTokens(sum, Math.max(outputTokens, audioOutputTokens + imageOutputTokens));
  remaining.charge('audio_output', audioOutputTokens, rates.audioOutputPerMTok ?? plain);
  remaining.charge('image_output', imageOutputTokens, rates.imageOutputPerMTok ?? plain);
  remaining.charge('reasoning', counts.reasoningTokens, rates.reasoningPerMTok ?? plain);
  remaining.charge('output', remaining.tokens, plain);
}

/** Tokens written to the cache, with any lifetime. */
function getWrittenTokens({ cacheWriteTokens, cacheWrite1hTokens }: ChargedCounts): number {
  return Math.max(cacheWriteTokens, cacheWrite1hTokens);
}

/** The tokens that are not charged yet. Ensures that no token is charged twice. */
class RemainingTokens {
  constructor(
    private readonly sum: Charges,
    public tokens: number,
  ) {}

  charge(dimension: Dimension, tokens: number, usd: number | undefined): void {
    const amount = Math.min(tokens, this.tokens);
    this.sum.add(amount, usd, MILLION, dimension);
    this.tokens -= amount;
  }
}
