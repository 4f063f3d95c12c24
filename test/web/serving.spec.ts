import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestGateway, startTestGateway } from '../harness/index.js';
import { rawRequest } from './raw-request.js';
import { builtAssets } from './built-web.js';

const DEEP_LINKS = [
  '/console/playground',
  '/console/requests/req_1?from=a%20day',
  '/console/channels/1/edit',
  '/console/no/such/page/at/all',
  '/console/tokens/',
];

function parseBase(page: string): string {
  return /<base href="([^"]*)"/.exec(page)?.[1] ?? 'none';
}

describe('serving the web console', () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startTestGateway();
  });

  afterAll(() => gateway.stop());

  const get = (path: string, init?: RequestInit): Promise<Response> =>
    fetch(`${gateway.origin}${path}`, init);

  const script = readdirSync(builtAssets).find((name) => /^index-.*\.js$/.test(name)) ?? '';

  describe('the page', () => {
    it.each(['/console', '/console/', ...DEEP_LINKS])('is at %s, without a session', async (path) => {
      const response = await get(path);
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
      expect(response.headers.get('set-cookie')).toBeNull();
      expect(await response.text()).toContain('<div id="root"></div>');
    });

    it('has a new nonce every time, the same as in its policy', async () => {
      const seen = new Set<string>();
      for (const path of ['/console', '/console', '/console/tokens']) {
        const response = await get(path);
        const policy = response.headers.get('content-security-policy') ?? '';
        const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
        expect(Buffer.from(nonce, 'base64')).toHaveLength(16);
        expect(await response.text()).toContain(`<meta name="modelgate-nonce" content="${nonce}"`);
        seen.add(nonce);
      }
      expect(seen.size).toBe(3);
    });

    it('has no inline code that its policy would block', async () => {
      const page = await (await get('/console')).text();
      expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:|__NONCE__|__BASE__/);
      const scripts = page.match(/<script[^>]*>/g) ?? [];
      expect(scripts).not.toHaveLength(0);
      for (const tag of scripts) expect(tag).toMatch(/ src="\.\/assets\//);
    });

    it.each(['', '/behind/a/proxy'])('finds its files at any base address: %j', async (prefix) => {
      for (const path of ['/console', '/console/', ...DEEP_LINKS]) {
        const base = parseBase(await (await get(path)).text());
        const here = new URL(`https://gate.example${prefix}${path}`);
        expect(new URL('./assets/a.js', new URL(base, here)).href).toBe(
          `https://gate.example${prefix}/console/assets/a.js`,
        );
      }
    });

    it('responds to HEAD like to GET, without the body', async () => {
      const head = await get('/console/tokens', { method: 'HEAD' });
      expect(head.status).toBe(200);
      expect(head.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(head.headers.get('content-security-policy')).toContain("script-src 'self'");
      expect(await head.text()).toBe('');
    });

    it('allows no other method', async () => {
      expect((await get('/console/tokens', { method: 'POST' })).status).toBeGreaterThanOrEqual(404);
    });
  });

  describe('its files', () => {
    it('are cacheable for good, and compressed', async () => {
      const response = await get(`/console/assets/${script}`);
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        vary: expect.stringContaining('accept-encoding') as unknown,
        etag: expect.stringMatching(/^"[0-9a-f]{16}"$/) as unknown,
      });
      expect(['br', 'gzip']).toContain(response.headers.get('content-encoding'));
    });

    it('are not sent again to clients that have them', async () => {
      const path = `/console/assets/${script}`;
      const etag = (await get(path)).headers.get('etag') ?? '';
      const again = await get(path, { headers: { 'if-none-match': etag } });
      expect(again.status).toBe(304);
      expect(await again.text()).toBe('');
      expect((await get(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
    });

    it('respond to HEAD', async () => {
      const head = await get(`/console/assets/${script}`, { method: 'HEAD' });
      expect(head.status).toBe(200);
      expect(await head.text()).toBe('');
    });

    it.each(['none.js', 'index.html', `${script}.br`, '..%2findex.html', '%2e%2e%2f%2e%2e%2fpackage.json'])(
      'are the only ones: %s is not found, and the response is no page',
      async (name) => {
        const response = await get(`/console/assets/${name}`);
        expect(response.status).toBe(404);
        expect(response.headers.get('content-type')).toContain('application/json');
        expect(await response.json()).toMatchObject({ error: { message: expect.any(String) as unknown } });
      },
    );

    it('cannot be escaped by a path that leaves their folder', async () => {
      const { status, body } = await rawRequest(gateway.origin, '/console/assets/../../../package.json');
      expect(status).not.toBe(500);
      expect(body).not.toContain('"dependencies"');
    });
  });
});
