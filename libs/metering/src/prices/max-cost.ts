import { type UsageCounts } from '../usage/usage-event.js';
import { ChargeSum } from './charge-sum.js';
import { plausibleCounts } from './plausible-counts.js';
import { type Price, type PriceContext } from './price.js';
import { addInput, addOutput } from './token-charges.js';
import { buildTokenRates } from './token-rates.js';
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
  /** What it costs with the whole answer that the client lets it have. */
  likelyMicroUsd: number;
}

/** What is expected of a request that sets no limit. */
const USUAL_OUTPUT_TOKENS = 4096;

/** What to set aside for a request before it is sent. What has no price counts nothing. */
export function maxMicroUsd(size: AskedSize, price: Price, context: PriceContext = {}): MaxCost {
  const { maxOutputTokens = USUAL_OUTPUT_TOKENS } = size;
  const counts = plausibleCounts(size);
  const rates = buildTokenRates(price, counts.inputTokens, context);
  const sum = new ChargeSum();
  addInput(sum, counts, rates);
  addUnits(sum, counts, price, context);
  sum.add(1, price.perRequest, 1);
  const certainMicroUsd = sum.getMicroUsd();
  const { outputTokens } = plausibleCounts({ outputTokens: maxOutputTokens });
  addOutput(sum, { outputTokens, audioOutputTokens: 0 }, rates);
  return { certainMicroUsd, likelyMicroUsd: sum.getMicroUsd() };
}
