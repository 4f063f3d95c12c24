import { describe, expect, it } from '@jest/globals';
import { parseModelPath } from './parse-model-path.js';

describe('the path behind /models/', () => {
  it.each([
    ['gemini-2.5-flash:generateContent', 'gemini-2.5-flash', 'generateContent'],
    ['openai/gpt-x:streamGenerateContent', 'openai/gpt-x', 'streamGenerateContent'],
    ['openai%2Fgpt-x:countTokens', 'openai/gpt-x', 'countTokens'],
    ['tunedModels/my-tune:generateContent', 'tunedModels/my-tune', 'generateContent'],
    ['ft:gpt-4o:team::id:generateContent', 'ft:gpt-4o:team::id', 'generateContent'],
    ['gemini-pro%3AgenerateContent', 'gemini-pro', 'generateContent'],
    ['50%-model:generateContent', '50%-model', 'generateContent'],
  ])('%s', (path, model, verb) => {
    expect(parseModelPath(path)).toEqual({ model, verb });
  });

  it.each(['gemini-pro', ':generateContent', 'gemini-pro:', ''])('rejects %j', (path) => {
    expect(() => parseModelPath(path)).toThrow(expect.objectContaining({ kind: 'unknown-path' }));
  });
});
