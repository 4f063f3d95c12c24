import { ANTHROPIC_PRICES } from './anthropic-prices.js';
import { COHERE_PRICES } from './cohere-prices.js';
import { GEMINI_PRICES } from './gemini-prices.js';
import { JINA_PRICES } from './jina-prices.js';
import { type ListedPrice, type PriceList } from './listed-price.js';
import { OPENAI_CHAT_PRICES } from './openai-chat-prices.js';
import { OPENAI_MEDIA_PRICES } from './openai-media-prices.js';
import { type PriceOfRecord } from '../price.js';

export const BUILT_IN_PRICES: Readonly<Record<string, PriceList>> = {
  openai: { ...OPENAI_CHAT_PRICES, ...OPENAI_MEDIA_PRICES },
  anthropic: ANTHROPIC_PRICES,
  gemini: GEMINI_PRICES,
  cohere: COHERE_PRICES,
  jina: JINA_PRICES,
};

/** The sandbox is a part of this program. */
const SANDBOX_PRICE = { price: { perRequest: 0 }, source: 'built in' };

/** 2025-08-07, 20251001, 08-2024, 0613, 001, latest */
const DATE = /-(?:\d{4}-\d{2}-\d{2}|\d{8}|\d{2}-\d{4}|\d{4}|\d{3}|latest)$/;

/** What the vendor asks for a model. A dated name is priced as the model that it is a release of. */
export function builtInPrice(provider: string, model: string): Omit<PriceOfRecord, 'version'> | undefined {
  if (provider === 'sandbox') return SANDBOX_PRICE;
  return listedUnder(provider, model) ?? listedUnder(provider, undated(model));
}

/** What any vendor asks for a model of this name. */
export function builtInPrices(model: string): Omit<PriceOfRecord, 'version'>[] {
  const providers = ['sandbox', ...Object.keys(BUILT_IN_PRICES)];
  return providers.flatMap((provider) => builtInPrice(provider, model) ?? []);
}

function listedUnder(provider: string, model: string): ListedPrice | undefined {
  const list = Object.hasOwn(BUILT_IN_PRICES, provider) ? BUILT_IN_PRICES[provider] : undefined;
  return list !== undefined && Object.hasOwn(list, model) ? list[model] : undefined;
}

/** The name of a model without the date or the number of its release. */
function undated(model: string): string {
  return model.replace(DATE, '');
}
