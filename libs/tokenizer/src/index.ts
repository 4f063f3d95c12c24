export { estimateModelTokens } from './estimate/estimate-model-tokens.js';
export { findFamily } from './estimate/find-family.js';
export { countTokens, firstTokens, getTokensText } from './tokenizer.js';
