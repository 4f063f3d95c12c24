export { countTokens, firstTokens, textOfTokens } from './tokenizer.js';
