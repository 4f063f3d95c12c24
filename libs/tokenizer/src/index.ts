export { countTokens, firstTokens } from './tokenizer.js';
