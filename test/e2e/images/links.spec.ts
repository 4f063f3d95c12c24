import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, type Server, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getImage, toSha256 } from '../../fake-upstream/index.js';
import { type ImageHarness, startImageHarness } from './image-harness.js';

const PROMPT = 'A lighthouse at dusk';
const IMAGE = getImage({ prompt: PROMPT });
const answerWith = (url: string) => ({ kind: 'json', body: { created: 1, data: [{ url }] } }) as const;

describe('images that an upstream links to', () => {
  let harness: ImageHarness;
  let canary: Server;
  let connections = 0;

  beforeAll(async () => {
    harness = await startImageHarness({ files: { requireKey: true } });
    canary = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    canary.listen(0, '127.0.0.1');
    await once(canary, 'listening');
  });

  afterAll(async () => {
    canary.close();
    await harness.stop();
  });

  const generate = (response_format?: 'url' | 'b64_json') =>
    harness.openai.images.generate({ model: 'other', prompt: PROMPT, response_format });

  it('are fetched with the key of the channel from its own address, and stored', async () => {
    const { data } = await generate('url');
    const [sent, fetched] = harness.upstream.received.slice(-2);
    expect(sent?.json()).toMatchObject({ response_format: 'url' });
    expect(fetched).toMatchObject({ method: 'GET', headers: { authorization: 'Bearer sk-upstream-1' } });
    const link = data?.[0]?.url ?? '';
    expect(link).toMatch(`${harness.gateway.origin}/media/`);
    const whole = await fetch(link);
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(IMAGE);
    const part = await fetch(link, { headers: { range: 'bytes=1-3' } });
    expect(part.status).toBe(206);
    expect(await part.text()).toBe('PNG');
    const forged = await fetch(link.replace(/signature=./, 'signature=_'));
    expect(forged.status).toBe(404);
  });

  it('become bytes for a client that requests bytes', async () => {
    const { data: kept } = await generate('url');
    expect(kept).toHaveLength(1);
    const stored = harness.upstream.received.at(-1)?.path ?? '';
    harness.upstream.script(answerWith(`${harness.upstream.origin}${stored}`));
    const { data } = await generate('b64_json');
    expect(data).toEqual([{ b64_json: IMAGE.toString('base64') }]);
  });

  it.each([`data:image/png;base64,${IMAGE.toString('base64')}`])('may be data URLs', async (url) => {
    harness.upstream.script(answerWith(url));
    expect((await generate()).data).toEqual([{ b64_json: IMAGE.toString('base64') }]);
  });

  it.each(['b64_json', 'url'] as const)('are not fetched from forbidden addresses (%s)', async (format) => {
    const { port } = canary.address() as AddressInfo;
    const links = [
      'http://169.254.169.254/latest/meta-data/',
      `http://127.0.0.1:${port}/a.png`,
      `http://localhost:${port}/a.png`,
      `http://2130706433:${port}/a.png`,
      `http://[::ffff:127.0.0.1]:${port}/a.png`,
      `http://user:password@127.0.0.1:${port}/a.png`,
      'file:///etc/passwd',
      'not a link',
    ];
    for (const link of links) {
      harness.upstream.script(answerWith(link));
      await expect(generate(format)).rejects.toMatchObject({ status: 502, code: 'upstream_bad_response' });
    }
    expect(connections).toBe(0);
  });

  it('are rejected if they are no images', async () => {
    for (const body of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '<html></html>']) {
      harness.upstream.script(answerWith(`${harness.upstream.origin}/files/x`), { kind: 'json', body });
      await expect(generate('url')).rejects.toMatchObject({ status: 502, code: 'upstream_bad_response' });
    }
    harness.upstream.script({ kind: 'json', body: { created: 1, data: [{ b64_json: 'bm8gcGljdHVyZQ==' }] } });
    await expect(generate('url')).rejects.toMatchObject({ status: 502, code: 'upstream_bad_response' });
  });

  it('are fetched without redirects, and with a timeout', async () => {
    const { port } = canary.address() as AddressInfo;
    for (const reply of [
      { kind: 'redirect', location: `http://127.0.0.1:${port}/a.png` },
      { kind: 'error', status: 404 },
      { kind: 'reset' },
    ] as const) {
      harness.upstream.script({ kind: 'json' }, reply);
      const error: unknown = await generate('url').catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ status: reply.kind === 'reset' ? 503 : 502 });
    }
    expect(connections).toBe(0);
  });
});

describe('an image that is too large', () => {
  it('is rejected while it is being received', async () => {
    const harness = await startImageHarness({ files: { sizeBytes: 51 * 2 ** 20 } });
    await expect(
      harness.openai.images.generate({ model: 'other', prompt: PROMPT, response_format: 'url' }),
    ).rejects.toMatchObject({ status: 502, code: 'upstream_bad_response' });
    await harness.stop();
  });
});

describe('links to an allowed address', () => {
  let harness: ImageHarness;
  let host: ReturnType<typeof createHttpServer>;
  let origin: string;
  const authorizations: (string | undefined)[] = [];

  beforeAll(async () => {
    harness = await startImageHarness({}, { MODELGATE_ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8' });
    host = createHttpServer((request, response) => {
      authorizations.push(request.headers.authorization);
      const isImage = request.url === '/image';
      response.writeHead(200, { 'content-type': 'image/png' });
      response.end(isImage ? IMAGE : '<svg xmlns="http://www.w3.org/2000/svg"/>');
    });
    host.listen(0, '127.0.0.1');
    await once(host, 'listening');
    origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  });

  afterAll(async () => {
    host.closeAllConnections();
    host.close();
    await harness.stop();
  });

  it('are followed without the key, which is sent to the channel only', async () => {
    harness.upstream.script(answerWith(`${origin}/image`));
    const { data } = await harness.openai.images.generate({ model: 'other', prompt: PROMPT });
    expect(data).toEqual([{ b64_json: IMAGE.toString('base64') }]);
    expect(authorizations).toEqual([undefined]);
  });

  it('may be images to edit, whose type is determined by their bytes', async () => {
    const edit = (path: string): Promise<Response> =>
      harness.post('edits', { model: 'gemini', prompt: PROMPT, images: [{ image_url: `${origin}${path}` }] });
    const made = getImage({ prompt: PROMPT, sources: [toSha256(IMAGE)] }).toString('base64');
    expect(await (await edit('/image')).json()).toMatchObject({ data: [{ b64_json: made }] });
    const refused = await edit('/drawing');
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      error: { code: 'invalid_file_format', param: 'images[0].image_url' },
    });
  });
});
