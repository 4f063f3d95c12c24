import { type PriceList, listedOn } from './listed-price.js';

const LITELLM = 'https://github.com/BerriAI/litellm/blob/main/model_prices_and_context_window.json';
/** It names only the month that it is from. */
const PUTER = 'https://developer.puter.com/tutorials/cohere-api-pricing/';

/** By their dated names: earlier releases of the same model have other prices. */
export const COHERE_PRICES: PriceList = {
  ...listedOn(LITELLM, '2026-08-05', {
    'command-a-03-2025': { inputPerMTok: 2.5, outputPerMTok: 10 },
    'command-r-08-2024': { inputPerMTok: 0.15, outputPerMTok: 0.6 },
    'command-r-plus-08-2024': { inputPerMTok: 2.5, outputPerMTok: 10 },
    'command-r7b-12-2024': { inputPerMTok: 0.0375, outputPerMTok: 0.15 },
    'embed-english-v3.0': { inputPerMTok: 0.1 },
    'embed-english-light-v3.0': { inputPerMTok: 0.1 },
    'embed-multilingual-v3.0': { inputPerMTok: 0.1 },
    'rerank-v3.5': { perSearch: 0.002 },
    'rerank-english-v3.0': { perSearch: 0.002 },
    'rerank-multilingual-v3.0': { perSearch: 0.002 },
  }),
  ...listedOn(PUTER, '2026-06-01', {
    'embed-v4.0': { inputPerMTok: 0.12, imageInputPerMTok: 0.47 },
    'rerank-v4.0-fast': { perSearch: 0.002 },
    'rerank-v4.0-pro': { perSearch: 0.0025 },
  }),
};
