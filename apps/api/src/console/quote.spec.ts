import { execFileSync } from 'node:child_process';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { quote } from './sdk-snippets.js';

describe('quote', () => {
  const texts = [
    'http://127.0.0.1:3000/v1',
    `http://h/';$(id)\`id\`"$HOME/v1`,
    'http://[::1]:1/a&b*?',
    'a\\"b\\\'c',
  ];

  it.each(texts)('quotes %s for a script', (text) => {
    expect(runInNewContext(quote.typescript(text))).toBe(text);
    expect(runInNewContext(quote.python(text))).toBe(text);
  });

  it.each(texts)('quotes %s for a shell', (text) => {
    expect(execFileSync('sh', ['-c', `printf %s ${quote.shell(text)}`], { encoding: 'utf8' })).toBe(text);
  });

  it.each(texts)('quotes %s for a body in a shell command', (text) => {
    const printed = execFileSync('sh', ['-c', `printf %s '{"model":${quote.json(text)}}'`], {
      encoding: 'utf8',
    });
    expect(JSON.parse(printed)).toEqual({ model: text });
  });

  it('does not quote a plain URL for a shell', () => {
    expect(quote.shell('http://127.0.0.1:3000/v1')).toBe('http://127.0.0.1:3000/v1');
  });
});
