import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { readSecret } from './read-secret.js';

const createPipe = (...chunks: string[]): NodeJS.ReadStream =>
  Readable.from(chunks.map((chunk) => Buffer.from(chunk))) as NodeJS.ReadStream;

describe('a secret from stdin', () => {
  it.each([
    [['sk-1\n'], 'sk-1'],
    [['sk', '-1\r\n\n'], 'sk-1'],
    [[' with spaces '], ' with spaces '],
    [['one\ntwo\n'], 'one\ntwo'],
  ])('is read from %j', async (chunks, secret) => {
    expect(await readSecret('--password-stdin', createPipe(...chunks))).toBe(secret);
  });

  it('must not be empty', async () => {
    await expect(readSecret('--password-stdin', createPipe('\n'))).rejects.toMatchObject({
      message: '--password-stdin: stdin is empty.',
      exitCode: 2,
    });
  });

  it('is not read from a terminal', async () => {
    const terminal = Object.assign(createPipe('secret\n'), { isTTY: true });
    await expect(readSecret('--password-stdin', terminal)).rejects.toMatchObject({ exitCode: 2 });
  });
});
