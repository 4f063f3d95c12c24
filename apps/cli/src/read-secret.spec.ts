import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { readSecret } from './read-secret.js';

const piped = (...chunks: string[]): NodeJS.ReadStream =>
  Readable.from(chunks.map((chunk) => Buffer.from(chunk))) as NodeJS.ReadStream;

describe('a secret from stdin', () => {
  it.each([
    [['sk-1\n'], 'sk-1'],
    [['sk', '-1\r\n\n'], 'sk-1'],
    [[' with spaces '], ' with spaces '],
    [['one\ntwo\n'], 'one\ntwo'],
  ])('is read from %j', async (chunks, secret) => {
    expect(await readSecret('--password-stdin', piped(...chunks))).toBe(secret);
  });

  it('has to come', async () => {
    await expect(readSecret('--password-stdin', piped('\n'))).rejects.toMatchObject({
      message: '--password-stdin: nothing came on stdin.',
      exitCode: 2,
    });
  });

  it('is not typed where others can see it', async () => {
    const terminal = Object.assign(piped('secret\n'), { isTTY: true });
    await expect(readSecret('--password-stdin', terminal)).rejects.toMatchObject({ exitCode: 2 });
  });
});
