import {
  type ImageResult,
  type ImageFacts,
  type ImageRequest,
  type JsonObject,
  type MadeImage,
  type Usage,
} from '#canonical';
import { readDataUrl } from '../openai-dialect/data-url.js';
import { getRecord, getRecords, toText } from '../openai-dialect/json-members.js';
import { badResponse } from '../operations/response-errors.js';
import { TypedEventTap, encodeTypedEvent } from '../operations/typed-event-tap.js';
import { definedMembers } from '../validation/json-values.js';
import { isCount, readCount, readReportedCost } from '../validation/usage-counts.js';

export type EventFamily = 'image_generation' | 'image_edit';

export function encodeOpenAiResponse({ createdAtSeconds, images, facts, usage }: ImageResult): JsonObject {
  return definedMembers({
    created: createdAtSeconds,
    ...encodeFacts(facts),
    data: images.map((image) =>
      definedMembers({ ...encodeImage(image), revised_prompt: image.revisedPrompt }),
    ),
    usage: usage === undefined ? undefined : encodeImageUsage(usage),
  });
}

function encodeFacts({ size, quality, background, outputFormat }: ImageFacts = {}): JsonObject {
  return definedMembers({ background, output_format: outputFormat, quality, size });
}

/** The images and the usage of a response. */
export function readOpenAiImages(
  body: JsonObject,
): Pick<ImageResult, 'images'> & Required<Pick<ImageResult, 'usage'>> {
  const images = getItems(body).map(readImage);
  return { images, usage: readImageUsage(body['usage'], images.length) };
}

/** Every image is in the response as base64, so that the bytes can be forwarded to a client that wants that. */
export function holdsImages(body: JsonObject): boolean {
  return getItems(body).every(({ b64_json: base64 }) => toText(base64) !== '' && !isDataUrl(toText(base64)));
}

/** Replaces the images of a response by another form. All other members are unchanged. */
export function replaceImages(body: JsonObject, images: readonly MadeImage[]): JsonObject {
  const data = getItems(body).map((item, index): JsonObject => {
    const { b64_json: _base64, url: _url, ...rest } = item as JsonObject;
    const image = images[index];
    return { ...(image === undefined ? {} : encodeImage(image)), ...rest };
  });
  return { ...body, data };
}

function encodeImage({ source }: MadeImage): JsonObject {
  return source.kind === 'bytes' ? { b64_json: source.base64 } : { url: source.url };
}

function getItems(body: JsonObject): Record<string, unknown>[] {
  const items = getRecords(body['data']);
  if (items.length === 0) throw badResponse();
  return items;
}

/** Some services return a data URL instead of a link or base64. */
function readImage(item: Record<string, unknown>): MadeImage {
  const base64 = toText(item['b64_json']);
  const url = toText(item['url']);
  const dataUrl = [base64, url].find(isDataUrl);
  if (dataUrl !== undefined) {
    const source = readDataUrl(dataUrl);
    if (source === undefined) throw badResponse();
    return { source };
  }
  if (base64 !== '') return { source: { kind: 'bytes', base64 } };
  if (url !== '') return { source: { kind: 'url', url } };
  throw badResponse();
}

function isDataUrl(text: string): boolean {
  return /^data:/i.test(text);
}

/** A complete response for a client that requested a stream: one event per image, without partial images. */
export function encodeCompletedEvents(
  { createdAtSeconds, images, facts, usage }: ImageResult,
  request: ImageRequest,
  family: EventFamily,
): string {
  return images
    .map(({ source }) =>
      encodeTypedEvent({
        type: `${family}.completed`,
        ...definedMembers({
          b64_json: source.kind === 'bytes' ? source.base64 : undefined,
          created_at: createdAtSeconds,
          size: facts?.size ?? request.size ?? 'auto',
          quality: facts?.quality ?? request.quality ?? 'auto',
          background: facts?.background ?? request.background ?? 'auto',
          output_format: facts?.outputFormat ?? request.outputFormat ?? 'png',
          usage: usage === undefined ? undefined : encodeImageUsage(usage),
        }),
      }),
    )
    .join('');
}

/** Reads a stream of partial images and the complete image. */
export function createImageTap(secrets: readonly string[]): TypedEventTap {
  return new TypedEventTap({
    isTerminal: isCompleted,
    readUsage: ({ type, usage }) => (isCompleted(type) ? readImageUsage(usage, 1) : undefined),
    secrets,
  });
}

function isCompleted(type: unknown): boolean {
  return typeof type === 'string' && type.endsWith('.completed');
}

/** If the upstream reports no tokens, the images are still counted. */
function readImageUsage(raw: unknown, images: number): Usage {
  const usage = getRecord(raw);
  const inputTokens = usage?.['input_tokens'];
  const outputTokens = usage?.['output_tokens'] ?? 0;
  if (!isCount(inputTokens) || !isCount(outputTokens)) return { inputTokens: 0, outputTokens: 0, images };
  return {
    inputTokens,
    outputTokens,
    ...readCount('imageInputTokens', usage?.['input_tokens_details'], 'image_tokens'),
    // Models that output only images do not report image tokens separately.
    imageOutputTokens: outputTokens,
    ...readCount('imageOutputTokens', usage?.['output_tokens_details'], 'image_tokens'),
    images,
    ...readReportedCost(usage ?? {}),
    raw,
  };
}

function encodeImageUsage({ inputTokens, outputTokens, imageInputTokens = 0 }: Usage): JsonObject {
  return {
    input_tokens: inputTokens,
    input_tokens_details: { text_tokens: inputTokens - imageInputTokens, image_tokens: imageInputTokens },
    output_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
}
