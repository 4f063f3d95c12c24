import { describe, expect, it } from '@jest/globals';
import { snippetsFor } from './token-snippets.js';

const PLACE = { gateway: 'http://127.0.0.1:3000', key: 'sk-mg-abc', model: "o'model" };

function codeFor(language: string): string {
  return snippetsFor(PLACE).find((snippet) => snippet.language === language)?.code ?? '';
}

describe('the examples of a token', () => {
  it('name the gateway and the key', () => {
    for (const { code } of snippetsFor(PLACE)) {
      expect(code).toContain('http://127.0.0.1:3000/v1');
      expect(code).toContain('sk-mg-abc');
    }
  });

  it('quote the model as the language wants it', () => {
    expect(codeFor('python')).toContain(`model="o'model"`);
    expect(codeFor('typescript')).toContain(`model: "o'model"`);
    expect(codeFor('curl')).toContain(String.raw`"model":"o'\''model"`);
  });
});
