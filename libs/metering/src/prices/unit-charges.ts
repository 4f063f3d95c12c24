import { type Charges } from './charge-sum.js';
import { type ChargedCounts } from './plausible-counts.js';
import { type Price, type PriceContext } from './price.js';

/** One price for all sizes, or a price per size. */
type PriceBySize = NonNullable<Price['perImage']>;

/** Charges everything that is not counted in tokens. */
export function addUnits(sum: Charges, counts: ChargedCounts, price: Price, context: PriceContext): void {
  if (counts.images > 0) sum.add(counts.images, getImageRate(price.perImage, context), 1, 'images');
  if (counts.videoSeconds > 0)
    sum.add(
      counts.videoSeconds,
      getRateBySize(price.perSecondVideo, [context.videoSize]),
      1,
      'video_seconds',
    );
  sum.add(counts.audioSeconds, price.perMinuteAudio, 60, 'audio_seconds');
  sum.add(counts.characters, price.perMChar, 1_000_000, 'characters');
  sum.add(counts.searchUnits, price.perSearch, 1, 'search_units');
  sum.add(counts.webSearches, price.perWebSearch, 1, 'web_searches');
  if (counts.webSearches > 0) sum.add(1, price.perSearchedRequest, 1, 'searched_request');
  sum.add(counts.codeSessions, price.perCodeSession, 1, 'code_sessions');
}

function getImageRate(
  price: PriceBySize | undefined,
  { imageSize, imageQuality }: PriceContext,
): number | undefined {
  return getRateBySize(price, [`${imageQuality} ${imageSize}`, imageSize]);
}

/** The price of the first listed size, otherwise the default price. */
function getRateBySize(
  price: PriceBySize | undefined,
  sizes: readonly (string | undefined)[],
): number | undefined {
  if (typeof price !== 'object') return price;
  // Sizes come from clients, so they can be names such as `constructor`.
  const listed = sizes.find((size) => size !== undefined && Object.hasOwn(price, size));
  return price[listed ?? 'default'];
}
