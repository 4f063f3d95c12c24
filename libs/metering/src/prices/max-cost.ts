import { type UsageCounts } from '../usage/usage-event.js';
import { isKnown, isUsed, getMicroUsd } from './charge.js';
import { flatCharge } from './cost.js';
import { plausibleCounts } from './plausible-counts.js';
import { type Price, type PriceContext } from './price.js';
import { tokenCharges } from './token-charges.js';
import { buildTokenRates } from './token-rates.js';
import { unitCharges } from './unit-charges.js';

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
  const { maxOutputTokens = USUAL_OUTPUT_TOKENS, ...rest } = size;
  const { outputTokens, ...asked } = plausibleCounts({ ...rest, outputTokens: maxOutputTokens });
  const rates = buildTokenRates(price, asked.inputTokens ?? 0, context);
  const others = [...unitCharges(asked, price, context), flatCharge(price)];
  const getCost = (counts: UsageCounts): number =>
    getMicroUsd([...tokenCharges(counts, rates), ...others].filter(isUsed).filter(isKnown));
  return {
    certainMicroUsd: getCost(asked),
    likelyMicroUsd: getCost({ ...asked, outputTokens }),
  };
}
