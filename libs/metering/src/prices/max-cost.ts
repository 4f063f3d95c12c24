import { type UsageCounts } from '../usage/usage-event.js';
import { ChargeSum } from './charge-sum.js';
import { type ChargedCounts, toAmount, toPlausibleCounts } from './plausible-counts.js';
import { type Price, type PriceContext } from './price.js';
import { buildTokenRates, getMaxInputRate, getMaxOutputRate } from './token-rates.js';
import { addUnits } from './unit-charges.js';

/** The quantities of a request, as far as they are known before it is sent. */
export interface RequestSize extends Pick<
  UsageCounts,
  'images' | 'characters' | 'searchUnits' | 'audioSeconds' | 'videoSeconds'
> {
  inputTokens: number;
  /** The client's limit on output tokens. */
  maxOutputTokens?: number | undefined;
}

export interface MaxCost {
  /** The minimum cost, without output. */
  certainMicroUsd: number;
  /** The maximum cost, with as much output as the client allows. */
  likelyMicroUsd: number;
}

const MILLION = 1_000_000;

/** The assumed output of a request without a limit. */
const DEFAULT_OUTPUT_TOKENS = 4096;

/** The amounts to hold for a request before it is sent. Quantities without a price count as 0. */
export function maxMicroUsd(size: RequestSize, price: Price, context: PriceContext = {}): MaxCost {
  const { maxOutputTokens = DEFAULT_OUTPUT_TOKENS } = size;
  const counts = toPlausibleCounts(size);
  const { outputTokens } = toPlausibleCounts({ outputTokens: maxOutputTokens });
  const rates = buildTokenRates(price, counts.inputTokens, context);
  const certain = sumUnits(counts, price, context);
  certain.add(counts.inputTokens, rates.inputPerMTok, MILLION);
  const likely = sumUnits(counts, price, context);
  likely.add(counts.inputTokens, getMaxInputRate(rates), MILLION);
  likely.add(outputTokens, getMaxOutputRate(rates), MILLION);
  return { certainMicroUsd: certain.getMicroUsd(), likelyMicroUsd: likely.getMicroUsd() };
}

/** The tokens to hold for a request. */
export function getTokenAmounts(size: RequestSize): { certainTokens: number; likelyTokens: number } {
  const { inputTokens, maxOutputTokens = DEFAULT_OUTPUT_TOKENS } = size;
  const certainTokens = Math.ceil(toAmount(inputTokens));
  return { certainTokens, likelyTokens: certainTokens + Math.ceil(toAmount(maxOutputTokens)) };
}

function sumUnits(counts: ChargedCounts, price: Price, context: PriceContext): ChargeSum {
  const sum = new ChargeSum();
  addUnits(sum, counts, price, context);
  sum.add(1, price.perRequest, 1);
  return sum;
}
