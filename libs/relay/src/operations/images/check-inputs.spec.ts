import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ImageRequest } from '#canonical';
import { checkInputs } from './check-inputs.js';

/** A JPEG with this much metadata before the frame header that has its dimensions. */
function getJpeg(width: number, height: number, metadataBytes: number): Buffer {
  const segments = [Buffer.from([0xff, 0xd8])];
  for (let left = metadataBytes; left > 0; left -= 60_000) {
    const content = Buffer.alloc(Math.min(left, 60_000));
    const head = Buffer.from([0xff, 0xe2, 0, 0]);
    head.writeUInt16BE(content.length + 2, 2);
    segments.push(head, content);
  }
  const frame = Buffer.from([0xff, 0xc0, 0, 17, 8, 0, 0, 0, 0, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([...segments, frame, Buffer.from([0xff, 0xd9])]);
}

function withBytes(bytes: Buffer): ImageRequest {
  const input = {
    kind: 'bytes',
    param: 'image',
    mediaType: 'image/png',
    base64: bytes.toString('base64'),
  } as const;
  return { model: 'm', prompt: 'p', isStreamed: false, images: [], mask: input };
}

describe('images of clients', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'modelgate-test-inputs-'));
  });

  afterAll(() => rm(folder, { recursive: true }));

  async function withFile(bytes: Buffer): Promise<ImageRequest> {
    const path = join(folder, 'upload');
    await writeFile(path, bytes);
    const file = { path, sizeBytes: bytes.length, mediaType: 'image/jpeg' };
    return { model: 'm', prompt: 'p', isStreamed: false, images: [{ kind: 'file', param: 'image', file }] };
  }

  it.each([100, 200_000])('are measured after %d bytes of metadata', async (metadataBytes) => {
    const small = getJpeg(8000, 6000, metadataBytes);
    await expect(checkInputs(await withFile(small))).resolves.toBeUndefined();
    await expect(checkInputs(withBytes(small))).resolves.toBeUndefined();
    const large = getJpeg(8000, 6251, metadataBytes);
    const refusal = { kind: 'invalid-value', param: 'image', code: undefined };
    await expect(checkInputs(await withFile(large))).rejects.toMatchObject(refusal);
    await expect(checkInputs(withBytes(large))).rejects.toMatchObject(refusal);
  });

  it('are not rejected if their dimensions are not in their first bytes', async () => {
    await expect(checkInputs(await withFile(getJpeg(8000, 6000, 600_000)))).resolves.toBeUndefined();
  });

  it('are rejected if they have no dimensions', async () => {
    await expect(checkInputs(await withFile(getJpeg(8, 8, 100).subarray(0, 50)))).rejects.toMatchObject({
      kind: 'invalid-value',
      param: 'image',
      code: 'invalid_file_format',
    });
  });
});
