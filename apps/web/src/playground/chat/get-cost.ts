import { type TokenPrices } from '../token/playground-model.js';
import { type Usage } from './conversation.js';

/** What the tokens cost by the gateway's list. Undefined where it does not say; a price without rates is none. */
export function getCost(usage: Usage, price: TokenPrices | undefined): number | undefined {
  if (price === undefined) return undefined;
  if (isFree(price)) return 0;
  if (price.inputPerMTok === undefined || price.outputPerMTok === undefined) return undefined;
  const { inputPerMTok, cachedInputPerMTok = inputPerMTok, outputPerMTok } = price;
  const fresh = usage.inputTokens - usage.cachedTokens;
  return (
    (fresh * inputPerMTok + usage.cachedTokens * cachedInputPerMTok + usage.outputTokens * outputPerMTok) /
    1e6
  );
}

function isFree(price: TokenPrices): boolean {
  return Object.values(price).every((rate) => rate === undefined);
}
