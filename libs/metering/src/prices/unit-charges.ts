import { type UsageCounts } from '../usage/usage-event.js';
import { type Charge } from './charge.js';
import { type Price, type PriceContext } from './price.js';

/** One price for every size, or one for each. */
type PriceBySize = NonNullable<Price['perImage']>;

/** What is not counted in tokens. */
export function unitCharges(counts: UsageCounts, price: Price, context: PriceContext): Charge[] {
  return [
    { amount: counts.images ?? 0, usd: usdPerImage(price.perImage, context), per: 1 },
    { amount: counts.videoSeconds ?? 0, usd: usdFor(price.perSecondVideo, [context.videoSize]), per: 1 },
    { amount: counts.audioSeconds ?? 0, usd: price.perMinuteAudio, per: 60 },
    { amount: counts.characters ?? 0, usd: price.perMChar, per: 1_000_000 },
    { amount: counts.searchUnits ?? 0, usd: price.perSearch, per: 1 },
  ];
}

function usdPerImage(
  price: PriceBySize | undefined,
  { imageSize, imageQuality }: PriceContext,
): number | undefined {
  return usdFor(price, [`${imageQuality} ${imageSize}`, imageSize]);
}

/** The price for the first of the sizes that is listed. */
function usdFor(price: PriceBySize | undefined, sizes: readonly (string | undefined)[]): number | undefined {
  if (typeof price !== 'object') return price;
  // Sizes come from clients, who may name a member that every object has.
  const listed = sizes.find((size) => size !== undefined && Object.hasOwn(price, size));
  return price[listed ?? 'default'];
}
