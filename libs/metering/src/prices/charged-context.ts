import { type Price, type PriceContext } from './price.js';
import { isUnknownTier } from './token-rates.js';

const USUAL_TIERS: ReadonlySet<string> = new Set(['default', 'standard', 'auto']);
const PRICED_TIERS: ReadonlySet<string> = new Set(['batch', 'flex', 'priority']);

/** Whether a price may depend upon it: most requests are of the usual class and have no size. */
export function isSpecialContext({
  serviceTier = 'auto',
  imageSize,
  imageQuality,
  videoSize,
}: PriceContext): boolean {
  return !USUAL_TIERS.has(serviceTier) || (imageSize ?? imageQuality ?? videoSize) !== undefined;
}

/**
 * What the price of a request depends upon, once its upstream has said which class of service it was run in. A dearer one
 * that nobody has a price for leaves the request at what it asked for.
 */
export function toChargedContext(
  asked: PriceContext,
  answeredTier: string | undefined,
  price: Price,
): PriceContext {
  const { serviceTier = 'auto' } = asked;
  if (answeredTier === undefined || answeredTier === serviceTier) return asked;
  if (USUAL_TIERS.has(answeredTier)) {
    return USUAL_TIERS.has(serviceTier) ? asked : { ...asked, serviceTier: undefined };
  }
  const isPriced = PRICED_TIERS.has(answeredTier) && !isUnknownTier(price, { serviceTier: answeredTier });
  return isPriced ? { ...asked, serviceTier: answeredTier } : asked;
}
