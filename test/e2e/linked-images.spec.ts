import { type Server, createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { type FakeUpstream, startFakeUpstream } from '../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../gateway/index.js';

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

describe('an image behind a link', () => {
  let upstream: FakeUpstream;
  let images: Server;
  let link: string;
  let fetches = 0;

  beforeAll(async () => {
    upstream = await startFakeUpstream();
    images = createServer((_request, response) => {
      fetches += 1;
      response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from(PIXEL, 'base64'));
    });
    await new Promise<void>((resolve) => {
      images.listen(0, '127.0.0.1', resolve);
    });
    link = `http://127.0.0.1:${(images.address() as AddressInfo).port}/pixel.png`;
  });

  afterAll(async () => {
    images.close();
    await upstream.close();
  });

  const startGateway = (environment: Record<string, string>): Promise<TestGateway> =>
    startTestGateway({
      environment,
      channels: [
        {
          name: 'g',
          provider: 'gemini',
          baseUrl: upstream.origin,
          apiKey: 'sk-upstream-1',
          models: ['takes-bytes'],
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

  it('is fetched for a model that takes only bytes, once, and left alone for others', async () => {
    const gateway = await startGateway({ MODELGATE_ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8' });
    try {
      await look(gateway, 'takes-bytes');
      expect(upstream.received.at(-1)?.rawBody.toString()).toContain(PIXEL);
      expect(fetches).toBe(1);
      await look(gateway, 'takes-links');
      expect(upstream.received.at(-1)?.rawBody.toString()).toContain(link);
      expect(fetches).toBe(1);
    } finally {
      await gateway.stop();
    }
  });

  it('is not fetched from inside the network, unless the operator allows it', async () => {
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
