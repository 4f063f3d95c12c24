import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { estimateModelTokens } from './estimate-model-tokens.js';
import { type ModelFamily, findFamily } from './find-family.js';

interface CountedText {
  name: string;
  text: string;
  tokens: Record<ModelFamily, number>;
}

const { texts } = JSON.parse(readFileSync(new URL('__fixtures__/texts.json', import.meta.url), 'utf8')) as {
  texts: CountedText[];
};

/**
 * The relative errors that 95% and half of the texts do not exceed, as measured. The goal is 10%. Prose in Spanish
 * and Portuguese exceeds it, because Llama and DeepSeek split it into more tokens than English in the same letters.
 */
const MAX_ERRORS: [family: ModelFamily, p95: number, median: number][] = [
  ['openai', 0, 0],
  ['gemini', 0.1, 0.03],
  ['mistral', 0.1, 0.03],
  ['deepseek', 0.12, 0.05],
  ['llama', 0.13, 0.03],
  ['qwen', 0.1, 0.03],
];

describe('estimateModelTokens', () => {
  it.each(MAX_ERRORS)(
    '%s: the error is at most %d in 95 of 100 texts, and %d in half of them',
    async (family, p95, median) => {
      const errors: number[] = [];
      for (const { text, tokens } of texts) {
        errors.push(Math.abs((await estimateModelTokens(text, family)) / tokens[family] - 1));
      }
      errors.sort((a, b) => a - b);
      expect(errors[Math.ceil(errors.length * 0.95) - 1]).toBeLessThanOrEqual(p95);
      expect(errors[Math.floor(errors.length / 2)]).toBeLessThanOrEqual(median);
    },
  );

  it.each([
    ['gpt-5.1', 'openai'],
    ['openai/gpt-oss-120b', 'openai'],
    ['o3', 'openai'],
    ['gpt-4-turbo', undefined],
    ['gpt-3.5-turbo', undefined],
    ['models/gemini-3-pro', 'gemini'],
    ['meta-llama/Llama-3.3-70B-Instruct', 'llama'],
    ['llama-2-7b', undefined],
    ['Qwen/Qwen3-32B', 'qwen'],
    ['deepseek-ai/DeepSeek-V3', 'deepseek'],
    ['mistral-small-latest', 'mistral'],
    ['claude-sonnet-5', undefined],
    ['m', undefined],
  ])('%s belongs to the family %s', (model, family) => {
    expect(findFamily(model)).toBe(family);
  });
});
