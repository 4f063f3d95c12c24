import { type Charges, type Dimension } from './charge-sum.js';
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
export function addInput(sum: Charges, counts: ChargedCounts, rates: TokenRates): void {
  const plain = rates.inputPerMTok;
  const written = rates.cacheWritePerMTok ?? plain;
  const written1h = rates.cacheWrite1hPerMTok ?? written;
  const shortly = getWrittenTokens(counts) - counts.cacheWrite1hTokens;
  const left = new Rest(sum, getInputTokens(counts));
  left.charge('cached_input', counts.cachedInputTokens, rates.cachedInputPerMTok ?? plain);
  left.charge('cache_write_1h', counts.cacheWrite1hTokens, written1h);
  left.charge('cache_write', shortly, written);
  left.charge('audio_input', counts.audioInputTokens, rates.audioInputPerMTok ?? plain);
  left.charge('image_input', counts.imageInputTokens, rates.imageInputPerMTok ?? plain);
  left.charge('input', left.tokens, plain);
}

/** Every token of the answer, likewise. Reasoning is what is left of it beside audio and images. */
export function addOutput(sum: Charges, counts: ChargedCounts, rates: TokenRates): void {
  const { outputTokens, audioOutputTokens, imageOutputTokens } = counts;
  const plain = rates.outputPerMTok;
  const left = new Rest(sum, Math.max(outputTokens, audioOutputTokens + imageOutputTokens));
  left.charge('audio_output', audioOutputTokens, rates.audioOutputPerMTok ?? plain);
  left.charge('image_output', imageOutputTokens, rates.imageOutputPerMTok ?? plain);
  left.charge('reasoning', counts.reasoningTokens, rates.reasoningPerMTok ?? plain);
  left.charge('output', left.tokens, plain);
}

/** What was written to the cache, for however long. */
function getWrittenTokens({ cacheWriteTokens, cacheWrite1hTokens }: ChargedCounts): number {
  return Math.max(cacheWriteTokens, cacheWrite1hTokens);
}

/** The tokens that are not charged yet: no token is charged twice. */
class Rest {
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
