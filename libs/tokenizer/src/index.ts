export { countTokens, firstTokens, getTokensText } from './tokenizer.js';
