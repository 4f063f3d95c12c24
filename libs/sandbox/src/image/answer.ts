import { type ImageRequest, type JsonObject } from '#canonical';
import { countTokens } from '#tokenizer';
import { encodeTypedEvent } from '#wire';
import { type Painter } from './painter.js';
import { type ImageSize } from './size.js';

/** The sandbox lives outside of time, so that equal requests get equal answers. */
const CREATED = 1_767_225_600;
/** Pictures are counted in tokens, one for each tile of so many pixels a side. */
const TILE_SIDE = 32;

export interface ImageJob {
  wish: ImageRequest;
  /** Without directives. */
  prompt: string;
  painter: Painter;
}

export async function imageDocument(job: ImageJob): Promise<JsonObject> {
  const { wish, painter } = job;
  const data: JsonObject[] = [];
  for (let variation = 0; variation < (wish.count ?? 1); variation += 1) {
    data.push({ b64_json: (await painter.paint(variation)).toString('base64') });
  }
  return { created: CREATED, ...factsOf(job), data, usage: await usageOf(job) };
}

/** Unfinished pictures as far as they were asked for, then the finished one. */
export async function* imageEvents(job: ImageJob): AsyncGenerator<Buffer, void> {
  const { wish, painter } = job;
  const family = wish.images === undefined ? 'image_generation' : 'image_edit';
  const frame = { created_at: CREATED, ...factsOf(job) };
  const partialCount = wish.partialImages ?? 0;
  for (let index = 0; index < partialCount; index += 1) {
    const picture = await painter.paint(0, (index + 1) / (partialCount + 1));
    yield eventOf(`${family}.partial_image`, { partial_image_index: index, ...frame }, picture);
  }
  const last = eventOf(
    `${family}.completed`,
    { ...frame, usage: await usageOf(job) },
    await painter.paint(0),
  );
  // In two pieces, so that there is a middle for something to go wrong in.
  const middle = Math.ceil(last.length / 2);
  yield last.subarray(0, middle);
  yield last.subarray(middle);
}

function eventOf(type: string, members: JsonObject, picture: Buffer): Buffer {
  return Buffer.from(encodeTypedEvent({ type, b64_json: picture.toString('base64'), ...members }));
}

function factsOf({ wish, painter }: ImageJob): JsonObject {
  const { width, height } = painter.size;
  const { quality = 'auto', background } = wish;
  return {
    background: background === 'transparent' ? 'transparent' : 'opaque',
    output_format: 'png',
    quality: quality === 'auto' ? 'high' : quality,
    size: `${width}x${height}`,
  };
}

async function usageOf({ wish, prompt, painter }: ImageJob): Promise<JsonObject> {
  const textTokens = await countTokens(prompt);
  const imageTokens = painter.pictures.reduce((sum, picture) => sum + tilesOf(picture), 0);
  const outputTokens = tilesOf(painter.size) * (wish.count ?? 1);
  return {
    input_tokens: textTokens + imageTokens,
    input_tokens_details: { text_tokens: textTokens, image_tokens: imageTokens },
    output_tokens: outputTokens,
    output_tokens_details: { text_tokens: 0, image_tokens: outputTokens },
    total_tokens: textTokens + imageTokens + outputTokens,
  };
}

function tilesOf({ width, height }: ImageSize): number {
  return Math.ceil(width / TILE_SIDE) * Math.ceil(height / TILE_SIDE);
}
