import { type ImageRequest, type JsonObject } from '#canonical';
import { countTokens } from '#tokenizer';
import { encodeTypedEvent } from '#wire';
import { type Painter } from './painter.js';
import { type ImageSize } from './size.js';

/** A fixed time, so that equal requests get equal responses. */
const CREATED = 1_767_225_600;
/** In pixels. Images are counted in tokens, one for each tile. */
const TILE_SIDE = 32;

export interface ImageJob {
  options: ImageRequest;
  /** Without directives. */
  prompt: string;
  painter: Painter;
}

export async function buildImageResponse(job: ImageJob): Promise<JsonObject> {
  const { options, painter } = job;
  const data: JsonObject[] = [];
  for (let variation = 0; variation < (options.count ?? 1); variation += 1) {
    data.push({ b64_json: (await painter.paint(variation)).toString('base64') });
  }
  return { created: CREATED, ...describeImage(job), data, usage: await countUsage(job) };
}

/** The requested number of partial images, then the complete one. */
export async function* generateImageEvents(job: ImageJob): AsyncGenerator<Buffer, void> {
  const { options, painter } = job;
  const family = options.images === undefined ? 'image_generation' : 'image_edit';
  const frame = { created_at: CREATED, ...describeImage(job) };
  const partialCount = options.partialImages ?? 0;
  for (let index = 0; index < partialCount; index += 1) {
    const image = await painter.paint(0, (index + 1) / (partialCount + 1));
    yield encodeImageEvent(`${family}.partial_image`, { partial_image_index: index, ...frame }, image);
  }
  const last = encodeImageEvent(
    `${family}.completed`,
    { ...frame, usage: await countUsage(job) },
    await painter.paint(0),
  );
  // In two chunks, so that a fault can occur between them.
  const middle = Math.ceil(last.length / 2);
  yield last.subarray(0, middle);
  yield last.subarray(middle);
}

function encodeImageEvent(type: string, members: JsonObject, image: Buffer): Buffer {
  return Buffer.from(encodeTypedEvent({ type, b64_json: image.toString('base64'), ...members }));
}

function describeImage({ options, painter }: ImageJob): JsonObject {
  const { width, height } = painter.size;
  const { quality = 'auto', background } = options;
  return {
    background: background === 'transparent' ? 'transparent' : 'opaque',
    output_format: 'png',
    quality: quality === 'auto' ? 'high' : quality,
    size: `${width}x${height}`,
  };
}

async function countUsage({ options, prompt, painter }: ImageJob): Promise<JsonObject> {
  const textTokens = await countTokens(prompt);
  const imageTokens = painter.images.reduce((sum, image) => sum + countTiles(image), 0);
  const outputTokens = countTiles(painter.size) * (options.count ?? 1);
  return {
    input_tokens: textTokens + imageTokens,
    input_tokens_details: { text_tokens: textTokens, image_tokens: imageTokens },
    output_tokens: outputTokens,
    output_tokens_details: { text_tokens: 0, image_tokens: outputTokens },
    total_tokens: textTokens + imageTokens + outputTokens,
  };
}

function countTiles({ width, height }: ImageSize): number {
  return Math.ceil(width / TILE_SIDE) * Math.ceil(height / TILE_SIDE);
}
