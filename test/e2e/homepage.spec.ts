import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  TEST_TOKEN,
  type TestGateway,
  type TestGatewayOptions,
  channelTo,
  startTestGateway,
} from '../harness/index.js';

const HOSTILE_URL = `https://gate.example/"><script>alert(1)</script>'&amp;$(id)`;

describe('the homepage', () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startTestGateway({ sandbox: true });
  });

  afterAll(() => gateway.stop());

  const get = (path: string, init?: RequestInit): Promise<Response> =>
    fetch(`${gateway.origin}${path}`, init);

  it('is public', async () => {
    const response = await get('/');
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-request-id': expect.stringMatching(/^req_/) as unknown,
    });
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  it('shows the base address, with the port that it really listens on', async () => {
    const page = await (await get('/')).text();
    expect(page).toContain(`<code id="base-address">${gateway.baseUrl}</code>`);
    expect(page).not.toContain('127.0.0.1:0');
  });

  it('has no inline code that its own content security policy would block', async () => {
    const page = await (await get('/')).text();
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/);
    expect(page.match(/<script[^>]*>/g)).toEqual([expect.stringMatching(/^<script src="assets\/home\./)]);
  });

  it('shows an example that works unchanged', async () => {
    const page = await (await get('/')).text();
    const code = toText(/<code id="openai-typescript-code">(.*?)<\/code>/s.exec(page)?.[1] ?? '');
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code], {
      env: { ...process.env, MODELGATE_TOKEN: TEST_TOKEN },
    });
    expect(stdout).toContain('Hello!');
  });

  it('responds to HEAD like to GET, without the body', async () => {
    const [head, whole] = await Promise.all([get('/', { method: 'HEAD' }), get('/')]);
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    for (const name of ['content-type', 'content-length', 'content-security-policy', 'etag'])
      expect(head.headers.get(name)).toBe(whole.headers.get(name));
  });

  it.each([
    ['the same tag', (etag: string) => etag],
    ['a weak one', (etag: string) => `W/${etag}`],
    ['one of several', (etag: string) => `"other", ${etag}`],
    ['any', () => '*'],
  ])('returns 304 to a browser that sends %s', async (_case, tagFor) => {
    const etag = (await get('/')).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"\w+"$/);
    const response = await get('/', { headers: { 'if-none-match': tagFor(etag) } });
    expect(response.status).toBe(304);
    expect(response.headers.get('etag')).toBe(etag);
    expect(await response.text()).toBe('');
  });

  it('is sent again to a browser that has another version', async () => {
    const response = await get('/', { headers: { 'if-none-match': '"other"' } });
    expect(response.status).toBe(200);
  });

  it('links to pages that exist', async () => {
    const page = await (await get('/')).text();
    const links = [...page.matchAll(/<a href="([^"]+)"/g)].map(([, path]) => path ?? '');
    expect(links).toEqual(expect.arrayContaining(['docs', 'docs/guide']));
    for (const link of links) expect([link, (await get(`/${link}`)).status]).toEqual([link, 200]);
  });

  it('has every asset that it references, cacheable for good', async () => {
    const page = await (await get('/')).text();
    const named = page.matchAll(/<(?:link|script|img)[^>]* (?:href|src)="([^"]+)"/g);
    const paths = [...new Set([...named].map(([, path]) => path ?? ''))];
    const types = await Promise.all(
      paths.map(async (path) => {
        expect(path).toMatch(/^assets\/\w+\.[0-9a-f]{16}\.(css|js|svg)$/);
        const { status, headers } = await get(`/${path}`);
        expect(status).toBe(200);
        expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        return headers.get('content-type');
      }),
    );
    expect(new Set(types)).toEqual(
      new Set(['image/svg+xml', 'text/css; charset=utf-8', 'text/javascript; charset=utf-8']),
    );
  });

  it.each(['/assets/home.css', '/assets/home.0000000000000000.css', '/assets/..%2fhomepage.ts', '/assets/'])(
    'has no asset %s',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );

  it('allows only GET and HEAD', async () => {
    const response = await get('/', { method: 'POST' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toContain('GET');
  });
});

describe('the homepage of a gateway with a public address', () => {
  it('shows that address', async () => {
    const page = await pageFor('https://models.example.com/gate/');
    expect(page).toContain('<code id="base-address">https://models.example.com/gate/v1</code>');
    expect(page).not.toContain('127.0.0.1');
  });

  it('escapes a hostile address', async () => {
    const page = await pageFor(HOSTILE_URL);
    expect(page).not.toContain('<script>');
    const shown = /<code id="base-address">(.*?)<\/code>/.exec(page)?.[1] ?? '';
    expect(toText(shown)).toBe(`${HOSTILE_URL}/v1`);
    const curl = toText(/<code id="curl-code">(.*?)<\/code>/s.exec(page)?.[1] ?? '');
    expect(curl).toContain(`curl '${HOSTILE_URL.replace("'", String.raw`'\''`)}/v1/chat/completions'`);
  });
});

describe('the models on the homepage', () => {
  it('are not listed unless the operator allows it', async () => {
    const page = await pageWithModels('');
    expect(page).not.toContain('id="models-title"');
    expect(page).toContain('<code>your-model</code>');
    expect(page).not.toMatch(/<code>m<\/code>|&#39;m&#39;/);
  });

  it('are listed if the operator allows it', async () => {
    const page = await pageWithModels('on');
    expect(page).toMatch(/<li><code>m<\/code> <span>.*chat.*<\/span>/);
    expect(page).toContain('Replace <code>m</code> with');
  });
});

/** A gateway with one channel that serves the model `m`. */
function pageWithModels(setting: string): Promise<string> {
  return pageWith({
    sandbox: false,
    channels: [channelTo({ url: 'http://127.0.0.1:9' })],
    environment: {
      MODELGATE_HOMEPAGE_MODELS: setting,
      MODELGATE_ALLOWED_PRIVATE_NETWORKS: '127.0.0.1',
    },
  });
}

function pageFor(publicUrl: string): Promise<string> {
  return pageWith({ environment: { PUBLIC_URL: publicUrl } });
}

async function pageWith(options: TestGatewayOptions): Promise<string> {
  const gateway = await startTestGateway(options);
  try {
    return await (await fetch(gateway.origin)).text();
  } finally {
    await gateway.stop();
  }
}

function toText(markup: string): string {
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return markup
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&([#\w]+);/g, (whole, name: string) => entities[name] ?? whole);
}
