import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import OpenAI, { toFile } from 'openai';
import { getImage, toSha256, startFakeUpstream, type FakeUpstream } from '../index.js';

const KEY = 'sk-upstream-1';
const PROMPT = 'make it blue';
const FIRST = getImage({ prompt: 'first' });
const SECOND = getImage({ prompt: 'second' });
const MASK = getImage({ prompt: 'mask' });

let upstream: FakeUpstream;
let client: OpenAI;

beforeEach(async () => {
  upstream = await startFakeUpstream();
  client = new OpenAI({ apiKey: KEY, baseURL: upstream.url, maxRetries: 0 });
});

afterEach(() => upstream.close());

const png = (bytes: Buffer, name = 'a.png') => toFile(bytes, name, { type: 'image/png' });
const edited = (...sources: Buffer[]) =>
  getImage({ prompt: PROMPT, sources: sources.map(toSha256) }).toString('base64');

async function post(body: FormData | object) {
  const isForm = body instanceof FormData;
  const response = await fetch(`${upstream.url}/images/edits`, {
    method: 'POST',
    body: isForm ? body : JSON.stringify(body),
    headers: { authorization: `Bearer ${KEY}`, ...(!isForm && { 'content-type': 'application/json' }) },
  });
  return { status: response.status, body: (await response.json()) as object };
}

const send = (contentType: string) =>
  fetch(`${upstream.url}/images/edits`, {
    method: 'POST',
    body: 'x',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': contentType },
  });

/** A form of texts and files; the entry of a file has the type after the name. */
function getForm(
  entries: readonly (readonly [name: string, value: string | Buffer, type?: string])[],
): FormData {
  const form = new FormData();
  for (const [name, value, type = 'image/png'] of entries) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([value], { type }), 'a.png');
  }
  return form;
}

describe('OpenAI image edits', () => {
  it('use one image', async () => {
    const answer = await client.images.edit({
      model: 'gpt-image-1',
      prompt: PROMPT,
      image: await png(FIRST),
    });
    expect(answer.data).toEqual([{ b64_json: edited(FIRST) }]);
    expect(answer.usage).toMatchObject({ input_tokens_details: { text_tokens: 3, image_tokens: 16 } });
    const form = upstream.received[0]?.form();
    expect(form?.files).toEqual([
      {
        name: 'image',
        filename: 'a.png',
        contentType: 'image/png',
        sizeBytes: FIRST.length,
        sha256: toSha256(FIRST),
        bytes: FIRST,
      },
    ]);
    expect(form?.value('prompt')).toBe(PROMPT);
  });

  it('use several images and a mask', async () => {
    const answer = await client.images.edit({
      model: 'gpt-image-1',
      prompt: PROMPT,
      image: [await png(FIRST), await png(SECOND, 'b.png')],
      mask: await png(MASK),
    });
    const options = { prompt: PROMPT, sources: [FIRST, SECOND].map(toSha256), mask: toSha256(MASK) };
    expect(answer.data).toEqual([{ b64_json: getImage(options).toString('base64') }]);
    const files = upstream.received[0]?.form().files ?? [];
    expect(files.map(({ name }) => name).toSorted()).toEqual(['image[]', 'image[]', 'mask']);
  });

  it('of DALL-E are links', async () => {
    const answer = await client.images.edit({
      model: 'dall-e-2',
      prompt: PROMPT,
      image: await png(FIRST),
      n: 2,
    });
    expect(answer.data).toEqual([{ url: expect.any(String) }, { url: expect.any(String) }]);
    const response = await fetch(answer.data?.[0]?.url ?? '');
    expect(Buffer.from(await response.arrayBuffer()).toString('base64')).toBe(edited(FIRST));
  });

  it('stream', async () => {
    const stream = await client.images.edit({
      model: 'gpt-image-1',
      prompt: PROMPT,
      image: await png(FIRST),
      stream: true,
      partial_images: 1,
    });
    const events: OpenAI.ImageEditStreamEvent[] = [];
    for await (const event of stream) events.push(event);
    expect(events).toMatchObject([
      { type: 'image_edit.partial_image', partial_image_index: 0 },
      { type: 'image_edit.completed', b64_json: edited(FIRST), usage: { output_tokens: 16 } },
    ]);
  });

  it('can be JSON too', async () => {
    const answer = await post({
      model: 'gpt-image-1',
      prompt: PROMPT,
      images: [
        { image_url: `data:image/png;base64,${FIRST.toString('base64')}` },
        { image_url: 'https://example.com/a.png' },
      ],
    });
    const b64 = edited(FIRST, Buffer.from('https://example.com/a.png'));
    expect(answer).toMatchObject({ status: 200, body: { data: [{ b64_json: b64 }] } });
  });

  it.each([
    ['no image', [['prompt', 'a']], 'image'],
    ['no prompt', [['image', FIRST]], 'prompt'],
    [
      'two images of one name',
      [
        ['prompt', 'a'],
        ['image', FIRST],
        ['image', FIRST],
      ],
      'image',
    ],
    [
      'two prompts',
      [
        ['prompt', 'a'],
        ['prompt', 'b'],
        ['image', FIRST],
      ],
      'prompt',
    ],
    [
      'a file of an unknown type',
      [
        ['prompt', 'a'],
        ['image', FIRST, 'application/octet-stream'],
      ],
      'image',
    ],
    [
      'an empty file',
      [
        ['prompt', 'a'],
        ['image', Buffer.alloc(0)],
      ],
      'image',
    ],
    [
      'an unknown file',
      [
        ['prompt', 'a'],
        ['image', FIRST],
        ['image', FIRST],
      ],
      'image',
    ],
    [
      'an unknown field',
      [
        ['prompt', 'a'],
        ['image', FIRST],
        ['images', 'x'],
      ],
      'images',
    ],
    [
      'a text for a number',
      [
        ['prompt', 'a'],
        ['image', FIRST],
        ['n', 'two'],
      ],
      'n',
    ],
    [
      'an image that is a field',
      [
        ['prompt', 'a'],
        ['image', 'x'],
      ],
      'image',
    ],
    [
      'a model that cannot edit',
      [
        ['prompt', 'a'],
        ['image', FIRST],
        ['model', 'dall-e-3'],
      ],
      'model',
    ],
    [
      'two for DALL-E 2',
      [
        ['prompt', 'a'],
        ['image[]', FIRST],
        ['image[]', FIRST],
        ['model', 'dall-e-2'],
      ],
      'image',
    ],
    [
      'JPEG for DALL-E 2',
      [
        ['prompt', 'a'],
        ['image', FIRST, 'image/jpeg'],
        ['model', 'dall-e-2'],
      ],
      'image',
    ],
  ] as const)('reject %s', async (_, entries, param) => {
    expect(await post(getForm(entries))).toMatchObject({ status: 400, body: { error: { param } } });
  });

  it.each([
    [{ prompt: 'a' }, 'images'],
    [{ prompt: 'a', images: [] }, 'images'],
    [{ prompt: 'a', images: [{ url: 'x' }] }, 'images[0].url'],
    [{ prompt: 'a', images: [{ image_url: 'aGk=' }] }, 'images[0].image_url'],
    [{ prompt: 'a', images: [{ file_id: 'x' }], mask: 'x' }, 'mask'],
  ])('reject %j', async (body, param) => {
    expect(await post({ model: 'gpt-image-1', ...body })).toMatchObject({
      status: 400,
      body: { error: { param } },
    });
  });

  it('reject a body that is no form', async () => {
    expect((await send('text/plain')).status).toBe(415);
    expect((await send('multipart/form-data; boundary=b')).status).toBe(400);
    expect((await send('multipart/form-data')).status).toBe(400);
  });
});
