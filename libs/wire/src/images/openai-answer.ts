import { type ImageAnswer, type ImageFacts, type JsonObject, type MadeImage } from '#canonical';
import { readDataUrl } from '../openai-dialect/data-url.js';
import { definedMembers } from '../openai-dialect/defined-members.js';
import { getRecords, toText } from '../openai-dialect/json-reading.js';
import { badAnswer } from '../operations/bad-answer.js';
import { encodeImageUsage, readImageUsage } from './image-usage.js';

export function encodeOpenAiAnswer({ createdAtSeconds, images, facts, usage }: ImageAnswer): JsonObject {
  return definedMembers({
    created: createdAtSeconds,
    ...encodeFacts(facts),
    data: images.map((image) =>
      definedMembers({ ...encodeImage(image), revised_prompt: image.revisedPrompt }),
    ),
    usage: usage === undefined ? undefined : encodeImageUsage(usage),
  });
}

export function encodeFacts({ size, quality, background, outputFormat }: ImageFacts = {}): JsonObject {
  return definedMembers({ background, output_format: outputFormat, quality, size });
}

/** What an answer holds, as far as passing it on needs. */
export function readOpenAiAnswer(
  body: JsonObject,
): Pick<ImageAnswer, 'images'> & Required<Pick<ImageAnswer, 'usage'>> {
  const images = getItems(body).map(readImage);
  return { images, usage: readImageUsage(body['usage'], images.length) };
}

/** Whether every image stands in the answer itself, so that its bytes can go on to a client that wants that. */
export function holdsImages(body: JsonObject): boolean {
  return getItems(body).every(({ b64_json: base64 }) => toText(base64) !== '' && !isDataUrl(toText(base64)));
}

/** The same answer with its images in another form; all else that the service said stays. */
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
  if (items.length === 0) throw badAnswer();
  return items;
}

/** Some services put a data URL where others have a link or the bytes. */
function readImage(item: Record<string, unknown>): MadeImage {
  const base64 = toText(item['b64_json']);
  const url = toText(item['url']);
  const dataUrl = [base64, url].find(isDataUrl);
  if (dataUrl !== undefined) {
    const source = readDataUrl(dataUrl);
    if (source === undefined) throw badAnswer();
    return { source };
  }
  if (base64 !== '') return { source: { kind: 'bytes', base64 } };
  if (url !== '') return { source: { kind: 'url', url } };
  throw badAnswer();
}

function isDataUrl(text: string): boolean {
  return /^data:/i.test(text);
}
