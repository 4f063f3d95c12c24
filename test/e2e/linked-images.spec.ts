import { type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { type FakeUpstream, startFakeUpstream } from '../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../harness/index.js';
import { type SmallServer, startServer } from '../small-server/index.js';

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

const LATE_MS = 200;
/** The timeout for all links of a request together: each of the slow ones alone is within it. */
const LINKS_MS = 500;

const LARGE = Buffer.alloc(19 * 2 ** 20);

const chatWith = (links: readonly string[]) => ({
  messages: [{ role: 'user', content: links.map((url) => ({ type: 'image_url', image_url: { url } })) }],
});
const moderated = (links: readonly string[]) => ({
  input: links.map((url) => ({ type: 'image_url', image_url: { url } })),
});

describe('an image behind a link', () => {
  let upstream: FakeUpstream;
  let images: SmallServer;
  let origin: string;
  let link: string;
  let fetches = 0;
  let running = 0;
  let max = 0;

  const late = (count: number): string[] => Array.from({ length: count }, (_, i) => `${origin}/late?${i}`);

  const serveSlowly = (response: ServerResponse): void => {
    running += 1;
    max = Math.max(max, running);
    setTimeout(() => {
      running -= 1;
      response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from(PIXEL, 'base64'));
    }, 10);
  };

  const serveOddly = (url: string, response: ServerResponse): boolean => {
    switch (url.split('?')[0]) {
      case '/slow':
        serveSlowly(response);
        return true;
      case '/late':
        setTimeout(() => response.end(Buffer.from(PIXEL, 'base64')), LATE_MS);
        return true;
      case '/drip': {
        const timer = setInterval(() => response.write('.'), 10);
        response.once('close', () => clearInterval(timer));
        return true;
      }
      case '/large':
        response.end(LARGE);
        return true;
      case '/endless':
        Readable.from(Array.from({ length: 30 }, () => Buffer.alloc(2 ** 20))).pipe(response);
        return true;
      case '/nowhere':
        response.writeHead(302, { location: 'http://[' }).end();
        return true;
      case '/loop':
        response.writeHead(302, { location: '/loop' }).end();
        return true;
      case '/missing':
        response.writeHead(404).end();
        return true;
      case '/reset':
        response.writeHead(200, { 'content-length': '1000' });
        response.write('half', () => response.socket?.resetAndDestroy());
        return true;
      case '/short':
        response.writeHead(200, { 'content-length': '1000' });
        response.write('half', () => response.destroy());
        return true;
      default:
        return false;
    }
  };

  beforeAll(async () => {
    upstream = await startFakeUpstream();
    images = await startServer((request, response) => {
      fetches += 1;
      if (serveOddly(request.url ?? '', response)) return;
      response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from(PIXEL, 'base64'));
    });
    origin = images.origin;
    link = `${origin}/pixel.png`;
  });

  afterAll(async () => {
    await images.close();
    await upstream.close();
  });

  const startGateway = (
    environment: Record<string, string>,
    options: { linksMs?: number } = {},
  ): Promise<TestGateway> =>
    startTestGateway({
      environment,
      ...options,
      channels: [
        {
          name: 'g',
          provider: 'gemini',
          baseUrl: upstream.origin,
          apiKey: 'sk-upstream-1',
          models: ['takes-bytes'],
        },
        {
          name: 'j',
          provider: 'gemini',
          baseUrl: upstream.origin,
          apiKey: 'sk-upstream-1',
          models: ['judges'],
          formats: ['chat-judge'],
        },
        {
          name: 'c',
          provider: 'openai-compatible',
          baseUrl: upstream.url,
          apiKey: 'sk-upstream-1',
          models: ['takes-links'],
        },
      ],
    });

  const look = (gateway: TestGateway, model: string): Promise<OpenAI.ChatCompletion> =>
    new OpenAI({ baseURL: gateway.baseUrl, apiKey: TEST_TOKEN, maxRetries: 0 }).chat.completions.create({
      model,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'image_url', image_url: { url: link } },
          ],
        },
      ],
    });

  describe('that is allowed', () => {
    let gateway: TestGateway;

    beforeAll(async () => {
      gateway = await startGateway({ MODELGATE_ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8' });
    });

    afterAll(() => gateway.stop());

    it('is fetched for a model that accepts only bytes, once, and left unchanged for others', async () => {
      const before = fetches;
      await look(gateway, 'takes-bytes');
      expect(upstream.received.at(-1)?.rawBody.toString()).toContain(PIXEL);
      expect(fetches).toBe(before + 1);
      await look(gateway, 'takes-links');
      expect(upstream.received.at(-1)?.rawBody.toString()).toContain(link);
      expect(fetches).toBe(before + 1);
    });

    const ask = (links: readonly string[]): Promise<OpenAI.ChatCompletion> =>
      new OpenAI({ baseURL: gateway.baseUrl, apiKey: TEST_TOKEN, maxRetries: 0 }).chat.completions.create({
        model: 'takes-bytes',
        messages: [
          { role: 'system', content: 'Look.' },
          { role: 'user', content: links.map((url) => ({ type: 'image_url', image_url: { url } })) },
        ],
      });

    it('is fetched once, however often it occurs', async () => {
      const before = fetches;
      await ask(Array.from({ length: 20 }, () => link));
      expect(fetches).toBe(before + 1);
    });

    it('is fetched with a limited number of others at a time', async () => {
      max = 0;
      await ask(Array.from({ length: 30 }, (_, index) => `${origin}/slow?${index}`));
      expect(max).toBeGreaterThan(1);
      expect(max).toBeLessThanOrEqual(4);
    });

    it('is not fetched if there are too many', async () => {
      const before = { fetches, received: upstream.received.length };
      await expect(ask(Array.from({ length: 2000 }, (_, index) => `${link}?${index}`))).rejects.toMatchObject(
        {
          status: 400,
          param: 'messages[1].content[100].image_url.url',
        },
      );
      expect({ fetches, received: upstream.received.length }).toEqual(before);
    });

    it('is rejected if all of them are too large together, before all are fetched', async () => {
      const before = fetches;
      await expect(
        ask(Array.from({ length: 60 }, (_, index) => `${origin}/large?${index}`)),
      ).rejects.toMatchObject({
        status: 400,
        code: 'url_not_allowed',
        param: expect.stringMatching(/^messages\[1\]\.content\[\d+\]\.image_url\.url$/),
      });
      expect(fetches - before).toBeLessThan(10);
    });

    it('is counted as often as it occurs', async () => {
      await expect(ask(Array.from({ length: 60 }, () => `${origin}/large`))).rejects.toMatchObject({
        status: 400,
        code: 'url_not_allowed',
      });
    });

    it.each(['/nowhere', '/reset', '/short', '/missing', '/loop', '/endless'])(
      'is named in the error if it is invalid: %s',
      async (path) => {
        await expect(ask([link, `${origin}${path}`])).rejects.toMatchObject({
          status: 400,
          code: 'url_not_allowed',
          param: 'messages[1].content[1].image_url.url',
        });
      },
    );

    it.each(['http://[', 'http://127.0.0.1:1/refused', 'http://nowhere.invalid/'])(
      'is named in the error if it cannot be fetched: %s',
      async (bad) => {
        await expect(ask([bad])).rejects.toMatchObject({
          status: 400,
          param: 'messages[1].content[0].image_url.url',
        });
      },
    );
  });

  describe('that is slow', () => {
    let gateway: TestGateway;

    beforeAll(async () => {
      const environment = { MODELGATE_ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8' };
      gateway = await startGateway(environment, { linksMs: LINKS_MS });
    });

    afterAll(() => gateway.stop());

    it.each([
      ['chat/completions', () => chatWith(late(20)), /^messages\[0\]\.content\[\d+\]\.image_url\.url$/],
      [
        'chat/completions',
        () => chatWith([`${origin}/drip`]),
        /^messages\[0\]\.content\[0\]\.image_url\.url$/,
      ],
      [
        'images/edits',
        () => ({ prompt: 'x', images: late(6).map((url) => ({ image_url: url })) }),
        /^images\[\d\]\.image_url$/,
      ],
      ['moderations', () => ({ model: 'judges', ...moderated(late(20)) }), /^input\[\d+\]\.image_url\.url$/],
    ])(
      'is rejected in %s when the timeout for the links of a request is over',
      async (path, getBody, param) => {
        const response = await fetch(`${gateway.baseUrl}/${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
          body: JSON.stringify({ model: 'takes-bytes', ...getBody() }),
        });
        expect([response.status, await response.json()]).toMatchObject([
          400,
          {
            error: {
              message: expect.stringContaining('downloaded within'),
              code: 'url_not_allowed',
              param: expect.stringMatching(param),
            },
          },
        ]);
      },
    );
  });

  it('is not fetched from the internal network, unless the operator allows it', async () => {
    const gateway = await startGateway({});
    const before = { fetches, received: upstream.received.length };
    try {
      await expect(look(gateway, 'takes-bytes')).rejects.toMatchObject({
        status: 400,
        code: 'url_not_allowed',
      });
      expect({ fetches, received: upstream.received.length }).toEqual(before);
    } finally {
      await gateway.stop();
    }
  });
});
