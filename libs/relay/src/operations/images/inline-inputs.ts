import { readFile } from 'node:fs/promises';
import { GatewayError, type ImageInput, type ImageRequest } from '#canonical';
import { type FetchMedia } from '../../media-fetcher.js';
import { checkImage } from './check-inputs.js';
import { toBase64Head } from './image-head.js';

/** Such services accept requests of 20 MB, and base64 is a third larger than the bytes. */
const MAX_BYTES = 14 * 1024 * 1024;

type InlineInput = Extract<ImageInput, { kind: 'bytes' }>;

/** Reads or fetches all images, for upstreams that accept them only in the body. */
export async function inlineInputs(decoded: ImageRequest, fetchMedia: FetchMedia): Promise<ImageRequest> {
  const { images } = decoded;
  if (images === undefined) return decoded;
  refuseLarge(images.reduce((sum, input) => sum + (input.kind === 'file' ? input.file.sizeBytes : 0), 0));
  const inline: InlineInput[] = [];
  let totalBytes = 0;
  for (const input of images) {
    const read = await readInput(input, fetchMedia, MAX_BYTES - totalBytes);
    totalBytes += Buffer.byteLength(read.base64, 'base64');
    refuseLarge(totalBytes);
    inline.push(read);
  }
  return { ...decoded, images: inline };
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
        rethrowWithParam(param, error),
      );
      return { kind: 'bytes', param, mediaType: checkImage(toBase64Head(base64), param), base64 };
    }
  }
}

function refuseLarge(bytes: number): void {
  if (bytes <= MAX_BYTES) return;
  throw new GatewayError(
    'body-too-large',
    `The images have ${bytes} bytes in total; this model accepts at most ${MAX_BYTES}.`,
  );
}

function rethrowWithParam(param: string, error: unknown): never {
  if (!(error instanceof GatewayError) || error.source !== 'client') throw error;
  throw new GatewayError(error.kind, error.message, { param, code: error.code });
}
