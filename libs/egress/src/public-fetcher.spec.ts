import { type Server, type ServerResponse, createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GatewayError } from '#canonical';
import { PublicFetcher } from './public-fetcher.js';

const MESSAGE = { headers: { 'x-from': 'us' }, body: 'hello', timeoutMs: 5_000, maxResponseBytes: 1_000 };

function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write('.'), 10);
  response.once('close', () => clearInterval(timer));
}

describe('PublicFetcher', () => {
  let server: Server;
  let origin: string;
  let hits = 0;
  const strict = new PublicFetcher([]);
  const local = new PublicFetcher(['127.0.0.0/8']);

  beforeAll(async () => {
    server = createServer((request, response) => {
      hits += 1;
      if (request.url === '/redirect') return response.writeHead(302, { location: '/file' }).end();
      if (request.url === '/inside')
        return response.writeHead(302, { location: 'http://10.0.0.1/secret' }).end();
      if (request.url === '/loop') return response.writeHead(302, { location: '/loop' }).end();
      if (request.url === '/nowhere') return response.writeHead(302, { location: 'http://[' }).end();
      if (request.url === '/drip') return drip(response);
      if (request.url === '/reset')
        return response.writeHead(200).write('half', () => response.socket?.resetAndDestroy());
      if (request.url === '/missing') return response.writeHead(404).end();
      response.setHeader('content-type', 'image/PNG; q=1');
      return response.end(Buffer.alloc(request.url === '/large' ? 4000 : 10, 1));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(async () => {
    await Promise.all([strict.close(), local.close()]);
    server.close();
  });

  it('fetches an allowed link and follows redirects', async () => {
    const file = await local.fetch(`${origin}/redirect`, { maxBytes: 1000 });
    expect(file).toEqual({ mediaType: 'image/png', bytes: Buffer.alloc(10, 1) });
  });

  it('rejects http if https is required', async () => {
    const before = hits;
    const options = { maxBytes: 1000, httpsOnly: true };
    await expect(local.fetch(`${origin}/file`, options)).rejects.toThrow('The link must use https.');
    expect(hits).toBe(before);
  });

  it.each(['/missing', '/large', '/loop', '/inside'])('rejects %s', async (path) => {
    await expect(local.fetch(origin + path, { maxBytes: 1000 })).rejects.toMatchObject({
      kind: 'invalid-value',
      code: 'url_not_allowed',
    });
  });

  it.each([
    ['/nowhere', 'invalid URL'],
    ['/drip', 'timed out'],
    ['/reset', 'ended early'],
  ])('names the problem with %s as an error of the client', async (path, problem) => {
    await expect(local.fetch(origin + path, { maxBytes: 1000, timeoutMs: 300 })).rejects.toMatchObject({
      kind: 'invalid-value',
      message: expect.stringContaining(problem),
    });
  });

  it('ends an aborted fetch with the reason', async () => {
    const reason = new GatewayError('client-gone', 'gone');
    const disconnected = AbortSignal.timeout(20);
    const caller = new AbortController();
    disconnected.addEventListener('abort', () => caller.abort(reason));
    await expect(local.fetch(`${origin}/drip`, { maxBytes: 1000, signal: caller.signal })).rejects.toBe(
      reason,
    );
  });

  it.each([
    ['/file', 200],
    ['/large', 200],
    ['/missing', 404],
    ['/redirect', 302],
  ])('posts to %s and returns its status', async (path, status) => {
    const before = hits;
    expect(await local.post(origin + path, MESSAGE)).toEqual({ status, retryAfter: undefined });
    expect(hits).toBe(before + 1);
  });

  it('never connects to a private address, however it is written', async () => {
    const { port } = new URL(origin);
    const before = hits;
    const links = [
      `http://127.0.0.1:${port}/`,
      `http://127.1:${port}/`,
      `http://2130706433:${port}/`,
      `http://0x7f000001:${port}/`,
      `http://①②⑦.0.0.1:${port}/`,
      `http://[::1]:${port}/`,
      `http://[::ffff:127.0.0.1]:${port}/`,
      `http://[64:ff9b::7f00:1]:${port}/`,
      `http://[2002:7f00:1::]:${port}/`,
      `http://0:${port}/`,
      `http://localhost:${port}/`,
      `http://localhost.:${port}/`,
      'http://169.254.169.254/latest/meta-data',
      'http://10.0.0.1/',
      'http://100.64.0.1/',
      'http://[fe80::1]/',
      'http://[fc00::1]/',
      `http://user:password@127.0.0.1:${port}/`,
      'file:///etc/passwd',
      'gopher://127.0.0.1/',
      'data:text/plain,x',
      'not a link',
    ];
    for (const link of links) {
      await expect(strict.fetch(link, { maxBytes: 1000 })).rejects.toMatchObject({ code: 'url_not_allowed' });
      await expect(strict.post(link, MESSAGE)).rejects.toMatchObject({
        code: expect.stringMatching(/^(url_not_allowed|ENOTFOUND)$/),
      });
    }
    expect(hits).toBe(before);
  });

  it.each([
    ['Azure wire server', '168.63.129.16'],
    ['metadata', '169.254.169.254'],
    ['AWS containers', '169.254.170.2'],
    ['AWS pods', '169.254.170.23'],
    ['Tencent', '169.254.0.23'],
    ['Scaleway', '169.254.42.42'],
    ['Alibaba', '100.100.100.200'],
    ['Oracle', '192.0.0.192'],
    ['IBM', '161.26.0.10'],
    ['IBM', '166.11.255.254'],
  ])('never connects to a cloud service: %s', (_name, address) => {
    const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
    const [high, low] = [a * 256 + b, c * 256 + d].map((part) => part.toString(16));
    const forms = [
      address,
      `[::ffff:${address}]`,
      `[::ffff:0:${address}]`,
      `[64:ff9b::${address}]`,
      `[64:ff9b:1::${address}]`,
      `[2002:${high}:${low}::1]`,
    ];
    // Even if the operator allows networks that include them.
    const wide = new PublicFetcher(['169.254.0.0/16', '100.64.0.0/10', '192.0.0.0/24', '160.0.0.0/4']);
    for (const fetcher of [strict, wide]) {
      expect(forms.filter((form) => fetcher.isPublicAddress(form))).toEqual([]);
      for (const form of forms) expect(() => fetcher['check'](`http://${form}/`)).toThrow('not allowed');
    }
  });

  it.each(['fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254', 'fd00:a9fe:a9fe::1'])(
    'never connects to a cloud service: %s',
    (address) => {
      for (const fetcher of [strict, new PublicFetcher(['fc00::/7'])]) {
        expect(fetcher.isPublicAddress(address)).toBe(false);
        expect(() => fetcher['check'](`http://[${address}]/`)).toThrow('not allowed');
      }
    },
  );
});
