import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '#canonical';
import { type PublicFetcher } from '#egress';
import { readSource } from './read-source.js';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const DATA = Buffer.from('{}');

function serve(files: Readonly<Record<string, Uint8Array>>) {
  const requests: unknown[] = [];
  const fetch: PublicFetcher['fetch'] = async (link, options) => {
    requests.push([link, options]);
    const bytes = files[link];
    if (bytes === undefined) throw new GatewayError('invalid-value', 'The link returned status 404.', {});
    return { mediaType: undefined, bytes: Buffer.from(bytes) };
  };
  return { requests, fetcher: { fetch } as PublicFetcher };
}

describe('reading a source from a URL', () => {
  it('fetches it and its signature only over https, with limits', async () => {
    const { requests, fetcher } = serve({
      'https://example.com/models.json?a=b': DATA,
      'https://example.com/models.json.sig?a=b': sign(null, DATA, privateKey),
    });
    const read = await readSource('https://example.com/models.json?a=b', { fetcher, trust: { publicKey } });
    expect(read).toMatchObject({ url: 'https://example.com/models.json?a=b', bytes: DATA });
    expect(requests).toEqual([
      [expect.any(String), { httpsOnly: true, maxBytes: 32 * 2 ** 20, timeoutMs: 60_000 }],
      [expect.any(String), { httpsOnly: true, maxBytes: 1_024, timeoutMs: 10_000 }],
    ]);
  });

  it.each([
    ['without a signature', {}, 'unreachable', 'models.json.sig cannot be read. The link returned'],
    [
      'with the signature of other data',
      { sig: sign(null, Buffer.from('[]'), privateKey) },
      'untrusted',
      'signed',
    ],
    ['with an incomplete signature', { sig: Buffer.from('AAAA') }, 'untrusted', 'signed'],
  ])('rejects data %s', async (_name, { sig }: { sig?: Uint8Array }, kind, message) => {
    const { fetcher } = serve({
      'https://example.com/models.json': DATA,
      ...(sig && { 'https://example.com/models.json.sig': sig }),
    });
    await expect(
      readSource('https://example.com/models.json', { fetcher, trust: { publicKey } }),
    ).rejects.toMatchObject({ kind, message: expect.stringContaining(message) });
  });
});
