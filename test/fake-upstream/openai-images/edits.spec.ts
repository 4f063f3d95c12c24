import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { getImage, startFakeUpstream, type FakeUpstream } from '../index.js';

const KEY = 'sk-upstream-1';
const FIRST = getImage({ prompt: 'first' });

let upstream: FakeUpstream;

beforeEach(async () => {
  upstream = await startFakeUpstream();
});

afterEach(() => upstream.close());

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

/** A form of texts and of files, the latter with the type after their name. */
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
      'a file of no known kind',
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
      'a word for a number',
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
  ] as const)('refuse %s', async (_, entries, param) => {
    expect(await post(getForm(entries))).toMatchObject({ status: 400, body: { error: { param } } });
  });

  it.each([
    [{ prompt: 'a' }, 'images'],
    [{ prompt: 'a', images: [] }, 'images'],
    [{ prompt: 'a', images: [{ url: 'x' }] }, 'images[0].url'],
    [{ prompt: 'a', images: [{ image_url: 'aGk=' }] }, 'images[0].image_url'],
    [{ prompt: 'a', images: [{ file_id: 'x' }], mask: 'x' }, 'mask'],
  ])('refuse %j', async (body, param) => {
    expect(await post({ model: 'gpt-image-1', ...body })).toMatchObject({
      status: 400,
      body: { error: { param } },
    });
  });

  it('refuse what is no form', async () => {
    expect((await send('text/plain')).status).toBe(415);
    expect((await send('multipart/form-data; boundary=b')).status).toBe(400);
    expect((await send('multipart/form-data')).status).toBe(400);
  });
});
