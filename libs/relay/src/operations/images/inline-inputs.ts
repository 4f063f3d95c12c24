import { readFile } from 'node:fs/promises';
import { GatewayError, type ImageInput, type ImageRequest } from '#canonical';
import { type FetchMedia } from '../../media-fetcher.js';
import { checkImage } from './check-inputs.js';
import { toBase64Head } from './image-head.js';

/** A request of 20 MB is the most that such services take, and bytes grow by a third on the way into it. */
const MAX_BYTES = 14 * 1024 * 1024;

type InlineInput = Extract<ImageInput, { kind: 'bytes' }>;

/** For upstreams that take images only within the request: the same request with all of them read or fetched. */
export async function withInlineInputs(asked: ImageRequest, fetchMedia: FetchMedia): Promise<ImageRequest> {
  const { images } = asked;
  if (images === undefined) return asked;
  refuseLarge(images.reduce((sum, input) => sum + (input.kind === 'file' ? input.file.sizeBytes : 0), 0));
  const inline: InlineInput[] = [];
  let totalBytes = 0;
  for (const input of images) {
    const read = await readInput(input, fetchMedia, MAX_BYTES - totalBytes);
    totalBytes += Buffer.byteLength(read.base64, 'base64');
    refuseLarge(totalBytes);
    inline.push(read);
  }
  return { ...asked, images: inline };
}

async function readInput(input: ImageInput, fetchMedia: FetchMedia, maxBytes: number): Promise<InlineInput> {
  const { param } = input;
  switch (input.kind) {
    case 'bytes':
      return input;
    case 'file': {
      const base64 = await readFile(input.file.path, 'base64');
      return { kind: 'bytes', param, mediaType: input.file.mediaType, base64 };
    }
    case 'url': {
      const { base64 } = await fetchMedia(input.url, { maxBytes }).catch((error: unknown) =>
        blame(param, error),
      );
      return { kind: 'bytes', param, mediaType: checkImage(toBase64Head(base64), param), base64 };
    }
  }
}

function refuseLarge(bytes: number): void {
  if (bytes <= MAX_BYTES) return;
  throw new GatewayError(
    'body-too-large',
    `The images have ${bytes} bytes together; this model takes at most ${MAX_BYTES}.`,
  );
}

function blame(param: string, error: unknown): never {
  if (!(error instanceof GatewayError) || error.source !== 'client') throw error;
  throw new GatewayError(error.kind, error.message, { param, code: error.code });
}
