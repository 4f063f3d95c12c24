import { type Price, type PriceContext } from './price.js';
import { isUnknownTier } from './token-rates.js';

const USUAL_TIERS: ReadonlySet<string> = new Set(['default', 'standard', 'auto']);
const PRICED_TIERS: ReadonlySet<string> = new Set(['batch', 'flex', 'priority', 'fast']);

/** Whether a price may depend upon it: most requests are of the usual class and have no size. */
export function isSpecialContext({
  serviceTier = 'auto',
  inferenceGeo,
  imageSize,
  imageQuality,
  videoSize,
}: PriceContext): boolean {
  return (
    !USUAL_TIERS.has(serviceTier) || (inferenceGeo ?? imageSize ?? imageQuality ?? videoSize) !== undefined
  );
}

/** What an upstream says of how it has run a request. */
type Answered = Pick<PriceContext, 'serviceTier' | 'inferenceGeo'>;

/**
 * What the price of a request depends upon, once its upstream has said which class of service it was run in, and where. A
 * dearer class that nobody has a price for leaves the request at what it asked for.
 */
export function toChargedContext(
  asked: PriceContext,
  { serviceTier, inferenceGeo }: Answered = {},
  price: Price,
): PriceContext {
  const context = toChargedTier(asked, serviceTier, price);
  const isPriced = inferenceGeo !== undefined && Object.hasOwn(price.geoFactors ?? {}, inferenceGeo);
  return isPriced ? { ...context, inferenceGeo } : context;
}

function toChargedTier(asked: PriceContext, answeredTier: string | undefined, price: Price): PriceContext {
  const { serviceTier = 'auto' } = asked;
  if (answeredTier === undefined || answeredTier === serviceTier) return asked;
  if (USUAL_TIERS.has(answeredTier)) {
    return USUAL_TIERS.has(serviceTier) ? asked : { ...asked, serviceTier: undefined };
  }
  const isPriced = PRICED_TIERS.has(answeredTier) && !isUnknownTier(price, { serviceTier: answeredTier });
  return isPriced ? { ...asked, serviceTier: answeredTier } : asked;
}
