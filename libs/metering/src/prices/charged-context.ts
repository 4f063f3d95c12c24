import { type Price, type PriceContext } from './price.js';
import { isUnknownTier } from './token-rates.js';

const DEFAULT_TIERS: ReadonlySet<string> = new Set(['default', 'standard', 'auto']);
const PRICED_TIERS: ReadonlySet<string> = new Set(['batch', 'flex', 'priority', 'fast']);

/** Whether a price can depend on this context. Most requests have a default service tier and no size. */
export function isSpecialContext({
  serviceTier = 'auto',
  inferenceGeo,
  imageSize,
  imageQuality,
  videoSize,
}: PriceContext): boolean {
  return (
    !DEFAULT_TIERS.has(serviceTier) || (inferenceGeo ?? imageSize ?? imageQuality ?? videoSize) !== undefined
  );
}

/** What an upstream reports about how it ran a request. */
type ReportedContext = Pick<PriceContext, 'serviceTier' | 'inferenceGeo'>;

/**
 * The context by which a request is charged: the requested one, with the service tier and region that the upstream
 * reported. A reported tier with an unknown price is ignored.
 */
export function toChargedContext(
  requested: PriceContext,
  { serviceTier, inferenceGeo }: ReportedContext = {},
  price: Price,
): PriceContext {
  const context = toChargedTier(requested, serviceTier, price);
  const isPriced = inferenceGeo !== undefined && Object.hasOwn(price.geoFactors ?? {}, inferenceGeo);
  return isPriced ? { ...context, inferenceGeo } : context;
}

function toChargedTier(
  requested: PriceContext,
  reportedTier: string | undefined,
  price: Price,
): PriceContext {
  const { serviceTier = 'auto' } = requested;
  if (reportedTier === undefined || reportedTier === serviceTier) return requested;
  if (DEFAULT_TIERS.has(reportedTier)) {
    return DEFAULT_TIERS.has(serviceTier) ? requested : { ...requested, serviceTier: undefined };
  }
  const isPriced = PRICED_TIERS.has(reportedTier) && !isUnknownTier(price, { serviceTier: reportedTier });
  return isPriced ? { ...requested, serviceTier: reportedTier } : requested;
}
