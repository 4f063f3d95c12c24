import { type WeightedFamily } from './family-weights.js';

export type ModelFamily = 'openai' | WeightedFamily;

/**
 * Families by parts of model names, whichever provider serves them. Older models have other tokenizers and no family
 * here.
 */
const FAMILIES: readonly (readonly [pattern: RegExp, family: ModelFamily])[] = [
  [/gpt-(?:4o|4\.|[5-9]|oss)|chatgpt-|codex|(?:^|\/)o[1-9](?:-|$)/, 'openai'],
  [/gemini|gemma-?3/, 'gemini'],
  [/deepseek/, 'deepseek'],
  [/qwen|qwq/, 'qwen'],
  [/llama-?3/, 'llama'],
  [/mistral-(?:nemo|small|medium|large)|ministral|magistral|devstral/, 'mistral'],
];

/** Undefined if the tokenizer of the model is not known. */
export function findFamily(model: string): ModelFamily | undefined {
  const name = model.toLowerCase();
  return FAMILIES.find(([pattern]) => pattern.test(name))?.[1];
}
