import { type UsageCounts } from '../usage/usage-event.js';
import { type Charge } from './charge.js';
import { type TokenRates } from './token-rates.js';

const MILLION = 1_000_000;

/** Every token once, at the rate of its kind; a kind without one costs the plain rate. */
export function tokenCharges(counts: UsageCounts, rates: TokenRates): Charge[] {
  return [...inputCharges(counts, rates), ...outputCharges(counts, rates)];
}

/** All of the prompt. Some upstreams name only parts of it. */
export function getInputTokens(counts: UsageCounts): number {
  const { inputTokens = 0, cachedInputTokens = 0, cacheWriteTokens = 0 } = counts;
  const { audioInputTokens = 0, imageInputTokens = 0 } = counts;
  // What is cached may be audio or images, too.
  return Math.max(inputTokens, cachedInputTokens + cacheWriteTokens, audioInputTokens + imageInputTokens);
}

function inputCharges(counts: UsageCounts, rates: TokenRates): Charge[] {
  const rest = new Rest(getInputTokens(counts));
  const plain = rates.inputPerMTok;
  return [
    rest.take(counts.cachedInputTokens, rates.cachedInputPerMTok ?? plain),
    rest.take(counts.cacheWriteTokens, rates.cacheWritePerMTok ?? plain),
    rest.take(counts.audioInputTokens, rates.audioInputPerMTok ?? plain),
    rest.take(counts.imageInputTokens, rates.imageInputPerMTok ?? plain),
    rest.takeAll(plain),
  ];
}

function outputCharges(counts: UsageCounts, rates: TokenRates): Charge[] {
  const { outputTokens = 0, audioOutputTokens = 0 } = counts;
  const rest = new Rest(Math.max(outputTokens, audioOutputTokens));
  const plain = rates.outputPerMTok;
  return [rest.take(audioOutputTokens, rates.audioOutputPerMTok ?? plain), rest.takeAll(plain)];
}

/** Tokens that nothing has been charged for yet. */
class Rest {
  constructor(private tokens: number) {}

  take(tokens: number | undefined, usd: number | undefined): Charge {
    const amount = Math.min(tokens ?? 0, this.tokens);
    this.tokens -= amount;
    return { amount, usd, per: MILLION };
  }

  takeAll(usd: number | undefined): Charge {
    return this.take(this.tokens, usd);
  }
}
