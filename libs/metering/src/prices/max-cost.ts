import { type UsageCounts } from '../usage/usage-event.js';
import { ChargeSum } from './charge-sum.js';
import { type ChargedCounts, plausibleCounts } from './plausible-counts.js';
import { type Price, type PriceContext } from './price.js';
import { buildTokenRates, getMaxInputRate, getMaxOutputRate } from './token-rates.js';
import { addUnits } from './unit-charges.js';

/** How much of everything a request asks for, as far as that is known before it is sent. */
export interface AskedSize extends Pick<
  UsageCounts,
  'images' | 'characters' | 'searchUnits' | 'audioSeconds' | 'videoSeconds'
> {
  inputTokens: number;
  /** The most that the client wants to have. */
  maxOutputTokens?: number | undefined;
}

export interface MaxCost {
  /** What it costs in any case. */
  certainMicroUsd: number;
  /** What it costs at the most, with the whole answer that the client lets it have. */
  likelyMicroUsd: number;
}

const MILLION = 1_000_000;

/** What is expected of a request that sets no limit. */
const USUAL_OUTPUT_TOKENS = 4096;

/** What to set aside for a request before it is sent. What has no price counts nothing. */
export function maxMicroUsd(size: AskedSize, price: Price, context: PriceContext = {}): MaxCost {
  const { maxOutputTokens = USUAL_OUTPUT_TOKENS } = size;
  const counts = plausibleCounts(size);
  const { outputTokens } = plausibleCounts({ outputTokens: maxOutputTokens });
  const rates = buildTokenRates(price, counts.inputTokens, context);
  const certain = sumUnits(counts, price, context);
  certain.add(counts.inputTokens, rates.inputPerMTok, MILLION);
  const likely = sumUnits(counts, price, context);
  likely.add(counts.inputTokens, getMaxInputRate(rates), MILLION);
  likely.add(outputTokens, getMaxOutputRate(rates), MILLION);
  return { certainMicroUsd: certain.getMicroUsd(), likelyMicroUsd: likely.getMicroUsd() };
}

function sumUnits(counts: ChargedCounts, price: Price, context: PriceContext): ChargeSum {
  const sum = new ChargeSum();
  addUnits(sum, counts, price, context);
  sum.add(1, price.perRequest, 1);
  return sum;
}
