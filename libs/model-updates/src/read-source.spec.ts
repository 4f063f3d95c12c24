import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '#canonical';
import { type PublicFetcher } from '#egress';
import { readSource } from './read-source.js';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const DATA = Buffer.from('{}');

function serve(files: Readonly<Record<string, Uint8Array>>) {
  const asked: unknown[] = [];
  const fetch: PublicFetcher['fetch'] = async (link, options) => {
    asked.push([link, options]);
    const bytes = files[link];
    if (bytes === undefined)
      throw new GatewayError('invalid-value', 'The link answered with status 404.', {});
    return { mediaType: undefined, bytes: Buffer.from(bytes) };
  };
  return { asked, fetcher: { fetch } as PublicFetcher };
}

describe('reading newer data from an address', () => {
  it('asks for it and its signature over https alone, within limits', async () => {
    const { asked, fetcher } = serve({
      'https://example.com/models.json?a=b': DATA,
      'https://example.com/models.json.sig?a=b': sign(null, DATA, privateKey),
    });
    const read = await readSource('https://example.com/models.json?a=b', { fetcher, trust: { publicKey } });
    expect(read).toMatchObject({ url: 'https://example.com/models.json?a=b', bytes: DATA });
    expect(asked).toEqual([
      [expect.any(String), { httpsOnly: true, maxBytes: 32 * 2 ** 20, timeoutMs: 60_000 }],
      [expect.any(String), { httpsOnly: true, maxBytes: 1_024, timeoutMs: 10_000 }],
    ]);
  });

  it.each([
    ['without a signature', {}, 'unreachable', 'models.json.sig cannot be read. The link answered'],
    [
      'with that of something else',
      { sig: sign(null, Buffer.from('[]'), privateKey) },
      'untrusted',
      'signed',
    ],
    ['with half a signature', { sig: Buffer.from('AAAA') }, 'untrusted', 'signed'],
  ])('refuses what comes %s', async (_name, { sig }: { sig?: Uint8Array }, kind, said) => {
    const { fetcher } = serve({
      'https://example.com/models.json': DATA,
      ...(sig && { 'https://example.com/models.json.sig': sig }),
    });
    await expect(
      readSource('https://example.com/models.json', { fetcher, trust: { publicKey } }),
    ).rejects.toMatchObject({ kind, message: expect.stringContaining(said) });
  });
});
