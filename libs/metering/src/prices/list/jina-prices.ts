import { type PriceList, listedOn } from './listed-price.js';

const LITELLM = 'https://github.com/BerriAI/litellm/blob/main/model_prices_and_context_window.json';

export const JINA_PRICES: PriceList = listedOn(LITELLM, '2026-08-05', {
  'jina-reranker-v2-base-multilingual': { inputPerMTok: 0.018 },
});
