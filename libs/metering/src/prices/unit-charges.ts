import { type Charges } from './charge-sum.js';
import { type ChargedCounts } from './plausible-counts.js';
import { type Price, type PriceContext } from './price.js';

/** One price for every size, or one for each. */
type PriceBySize = NonNullable<Price['perImage']>;

/** What is not counted in tokens. */
export function addUnits(sum: Charges, counts: ChargedCounts, price: Price, context: PriceContext): void {
  if (counts.images > 0) sum.add(counts.images, usdPerImage(price.perImage, context), 1, 'images');
  if (counts.videoSeconds > 0)
    sum.add(counts.videoSeconds, usdFor(price.perSecondVideo, [context.videoSize]), 1, 'video_seconds');
  sum.add(counts.audioSeconds, price.perMinuteAudio, 60, 'audio_seconds');
  sum.add(counts.characters, price.perMChar, 1_000_000, 'characters');
  sum.add(counts.searchUnits, price.perSearch, 1, 'search_units');
  sum.add(counts.webSearches, price.perWebSearch, 1, 'web_searches');
  if (counts.webSearches > 0) sum.add(1, price.perSearchedRequest, 1, 'searched_request');
  sum.add(counts.codeSessions, price.perCodeSession, 1, 'code_sessions');
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
