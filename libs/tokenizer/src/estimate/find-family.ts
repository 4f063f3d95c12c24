import { type WeighedFamily } from './family-weights.js';

export type ModelFamily = 'openai' | WeighedFamily;

/** By what the names of models hold, wherever they are served. Older models have other tokenizers, and no family here. */
const FAMILIES: readonly (readonly [pattern: RegExp, family: ModelFamily])[] = [
  [/gpt-(?:4o|4\.|[5-9]|oss)|chatgpt-|codex|(?:^|\/)o[1-9](?:-|$)/, 'openai'],
  [/gemini|gemma-?3/, 'gemini'],
  [/deepseek/, 'deepseek'],
  [/qwen|qwq/, 'qwen'],
  [/llama-?3/, 'llama'],
  [/mistral-(?:nemo|small|medium|large)|ministral|magistral|devstral/, 'mistral'],
];

/** Undefined where nothing is known of a model's tokenizer. */
export function findFamily(model: string): ModelFamily | undefined {
  const name = model.toLowerCase();
  return FAMILIES.find(([pattern]) => pattern.test(name))?.[1];
}
