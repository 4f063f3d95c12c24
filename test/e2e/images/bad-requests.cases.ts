import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { toFile } from 'openai';
import { PNG } from 'pngjs';
import { getImage } from '../../fake-upstream/index.js';
import { eventually } from '../../harness/index.js';
import { type ImageHarness } from './image-harness.js';

const IMAGE = getImage({ prompt: 'x' });
const SVG = Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script/></svg>');
const dataUrl = (bytes: Buffer, type = 'image/png'): string =>
  `data:${type};base64,${bytes.toString('base64')}`;

/** A PNG of a few bytes whose header declares an enormous size. */
function getPng(width: number, height: number): Buffer {
  const bytes = PNG.sync.write(new PNG({ width: 1, height: 1 }));
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

const readRefusal = async (response: Response): Promise<object> => ({
  status: response.status,
  ...((await response.json()) as { error: object }).error,
});

export function describeBadRequests(harnessed: () => ImageHarness): void {
  describe('invalid requests for images', () => {
    let harness: ImageHarness;
    let received = 0;

    beforeAll(() => {
      harness = harnessed();
      received = harness.upstream.received.length;
    });

    afterAll(() => {
      expect(harness.upstream.received).toHaveLength(received);
    });

    it.each([
      [{ prompt: undefined }, 'prompt', 'missing_required_parameter'],
      [{ prompt: '' }, 'prompt', 'invalid_value'],
      [{ prompt: 7 }, 'prompt', 'invalid_type'],
      [{ prompt: 'a'.repeat(32_001) }, 'prompt', 'invalid_value'],
      [{ model: undefined }, 'model', 'missing_required_parameter'],
      [{ n: 0 }, 'n', 'invalid_value'],
      [{ n: 11 }, 'n', 'invalid_value'],
      [{ n: '2' }, 'n', 'invalid_type'],
      [{ n: 1.5 }, 'n', 'invalid_type'],
      [{ n: 2, stream: true }, 'n', 'invalid_value'],
      [{ size: '99999x99999' }, 'size', 'invalid_value'],
      [{ size: '8192x8192' }, 'size', 'invalid_value'],
      [{ size: '0x0' }, 'size', 'invalid_value'],
      [{ size: 'large' }, 'size', 'invalid_value'],
      [{ size: 1024 }, 'size', 'invalid_type'],
      [{ response_format: 'png' }, 'response_format', 'invalid_value'],
      [{ response_format: 'url', stream: true }, 'response_format', 'invalid_value'],
      [{ partial_images: 4 }, 'partial_images', 'invalid_value'],
      [{ partial_images: -1 }, 'partial_images', 'invalid_value'],
      [{ stream: 'yes' }, 'stream', 'invalid_type'],
      [{ output_compression: 101 }, 'output_compression', 'invalid_value'],
      [{ base_url: 'http://127.0.0.1' }, 'base_url', 'forbidden_field'],
    ])('are rejected: %j', async (wrong, param, code) => {
      const response = await harness.post('generations', { model: 'gpt-image', prompt: 'x', ...wrong });
      expect(await readRefusal(response)).toMatchObject({ status: 400, param, code });
    });

    it.each([
      [{ images: undefined }, 'images', 'missing_required_parameter'],
      [{ images: [] }, 'images', 'missing_required_parameter'],
      [{ images: 'x' }, 'images', 'invalid_type'],
      [{ images: ['x'] }, 'images[0]', 'invalid_type'],
      [{ images: [{}] }, 'images[0].image_url', 'missing_required_parameter'],
      [{ images: [{ file_id: 'file-1' }] }, 'images[0].file_id', 'unsupported_parameter'],
      [{ images: [{ image_url: 'ftp://x/y' }] }, 'images[0].image_url', 'invalid_value'],
      [{ images: [{ image_url: 'data:image/png;base64,%%' }] }, 'images[0].image_url', 'invalid_value'],
      [
        { images: [{ image_url: dataUrl(SVG, 'image/svg+xml') }] },
        'images[0].image_url',
        'invalid_file_format',
      ],
      [{ images: [{ image_url: dataUrl(getPng(50_000, 50_000)) }] }, 'images[0].image_url', 'invalid_value'],
      [
        { images: Array.from({ length: 17 }, () => ({ image_url: dataUrl(IMAGE) })) },
        'images',
        'invalid_value',
      ],
      [{ mask: { file_id: 'file-1' } }, 'mask.file_id', 'unsupported_parameter'],
    ])('with images in JSON are rejected: %#', async (wrong, param, code) => {
      const images = [{ image_url: dataUrl(IMAGE) }];
      const response = await harness.post('edits', { model: 'gpt-image', prompt: 'x', images, ...wrong });
      expect(await readRefusal(response)).toMatchObject({ status: 400, param, code });
    });

    it.each([
      ['nothing', [], 'image', 'missing_required_parameter'],
      ['a text', [['image', Buffer.from('no image at all')]], 'image', 'invalid_file_format'],
      ['an SVG', [['image', SVG]], 'image', 'invalid_file_format'],
      ['a truncated image', [['image', IMAGE.subarray(0, 12)]], 'image', 'invalid_file_format'],
      [
        'an invalid second image',
        [
          ['image[]', IMAGE],
          ['image[]', SVG],
        ],
        'image[1]',
        'invalid_file_format',
      ],
      ['50,000 × 50,000 pixels', [['image', getPng(50_000, 50_000)]], 'image', 'invalid_value'],
      ['one very long side', [['image', getPng(16_385, 1)]], 'image', 'invalid_value'],
      [
        'an invalid mask',
        [
          ['image', IMAGE],
          ['mask', SVG],
        ],
        'mask',
        'invalid_file_format',
      ],
      [
        'two masks',
        [
          ['image', IMAGE],
          ['mask', IMAGE],
          ['mask', IMAGE],
        ],
        'mask',
        'invalid_value',
      ],
      ['too many', Array.from({ length: 17 }, () => ['image[]', IMAGE]), 'image', 'invalid_value'],
    ] as [string, [string, Buffer][], string, string][])(
      'with files are rejected: %s',
      async (_, files, param, code) => {
        const form = new FormData();
        form.append('model', 'gpt-image');
        form.append('prompt', 'x');
        for (const [name, bytes] of files)
          form.append(name, new Blob([bytes], { type: 'image/png' }), 'a.png');
        expect(await readRefusal(await harness.post('edits', form))).toMatchObject({
          status: 400,
          param,
          code,
        });
        expect(await eventually(async () => (await harness.spooledFiles()).length === 0)).toBe(true);
      },
    );

    it.each([
      ['n', '0', 'invalid_value'],
      ['n', 'two', 'invalid_type'],
      ['size', '1x', 'invalid_value'],
      ['stream', 'perhaps', 'invalid_type'],
      ['image', 'not a file', 'invalid_type'],
      ['api_key', 'sk-other', 'forbidden_field'],
    ])('with the field %s=%s are rejected', async (name, value, code) => {
      const form = new FormData();
      form.append('model', 'gpt-image');
      form.append('prompt', 'x');
      if (name !== 'image') form.append('image', new Blob([IMAGE]), 'a.png');
      form.append(name, value);
      expect(await readRefusal(await harness.post('edits', form))).toMatchObject({
        status: 400,
        param: name,
        code,
      });
    });

    it('are rejected as a form where only JSON is supported', async () => {
      const form = new FormData();
      form.append('prompt', 'x');
      expect((await harness.post('generations', form)).status).toBe(415);
    });

    it('are rejected by models that make no images', async () => {
      const image = await toFile(IMAGE, 'a.png');
      await expect(
        harness.openai.images.edit({ model: 'sandbox-chat', prompt: 'x', image }),
      ).rejects.toMatchObject({ status: 400, code: 'unsupported_model_capability', param: 'model' });
    });
  });
}
