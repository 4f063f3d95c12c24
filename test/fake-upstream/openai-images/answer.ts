import type { Account } from '../account.js';
import { asText, type Fields } from '../fields.js';
import { NAMED_EVENTS } from '../framing.js';
import { getImage } from '../made-up/images.js';
import { eventAnswer } from '../openai/event-answer.js';
import { unixSeconds } from '../openai/identifiers.js';
import type { ReceivedRequest } from '../received-request.js';
import { parseWords } from '../scenarios/words.js';
import type { NativeAnswer } from '../service.js';
import { wholeAnswer } from '../whole-answer.js';
import { DEFAULT_MODEL, getFamily } from './families.js';
import { storeFile } from './stored-files.js';

/** The tokens of every image. */
const TOKENS_PER_IMAGE = 16;

/** The SHA-256 of each image that an edit starts from. */
export interface Sources {
  sources: readonly string[];
  mask?: string;
}

interface ImageJob {
  kind: 'image_generation' | 'image_edit';
  fields: Fields;
  from: Sources;
}

export function answerWithImages(
  { kind, fields, from }: ImageJob,
  request: ReceivedRequest,
  account: Account,
): NativeAnswer {
  const prompt = String(fields.prompt);
  if (fields.stream === true) return eventAnswer(NAMED_EVENTS, toEvents({ kind, fields, from }));
  const { answers } = getFamily(asText(fields.model ?? DEFAULT_MODEL));
  const count = typeof fields.n === 'number' ? fields.n : 1;
  const isLink = wantsLink(answers, fields.response_format);
  const data = Array.from({ length: count }, (_, index) => {
    const image = getImage({ prompt, index, ...from });
    const shown = isLink
      ? { url: storeFile(image, request, account) }
      : { b64_json: image.toString('base64') };
    return { ...shown, ...(fields.model === 'dall-e-3' && { revised_prompt: `In great detail: ${prompt}` }) };
  });
  const isPriced = answers === 'always-base64';
  return wholeAnswer({
    created: unixSeconds(),
    ...(isPriced && manner(fields)),
    data,
    ...(isPriced && { usage: buildUsage(prompt, from, count) }),
  });
}

function wantsLink(answers: string, asked: unknown): boolean {
  if (answers === 'always-base64') return false;
  return asked === 'url' || (asked !== 'b64_json' && answers === 'url-by-default');
}

function toEvents({ kind, fields, from }: ImageJob): object[] {
  const prompt = String(fields.prompt);
  const drafts = typeof fields.partial_images === 'number' ? fields.partial_images : 0;
  const frame = { created_at: unixSeconds(), ...manner(fields) };
  return [
    ...Array.from({ length: drafts }, (_, draft) => ({
      type: `${kind}.partial_image`,
      b64_json: getImage({ prompt, draft, ...from }).toString('base64'),
      partial_image_index: draft,
      ...frame,
    })),
    {
      type: `${kind}.completed`,
      b64_json: getImage({ prompt, ...from }).toString('base64'),
      ...frame,
      usage: buildUsage(prompt, from, 1),
    },
  ];
}

/** The values of the image that the request did not set. */
function manner({ size, quality, background, output_format: format }: Fields): object {
  return {
    background: isOpen(background) ? 'opaque' : background,
    output_format: isOpen(format) ? 'png' : format,
    quality: isOpen(quality) ? 'high' : quality,
    size: isOpen(size) ? '1024x1024' : size,
  };
}

function isOpen(value: unknown): boolean {
  return value === undefined || value === null || value === 'auto';
}

function buildUsage(prompt: string, { sources }: Sources, count: number): object {
  const textTokens = parseWords(prompt).length;
  const imageTokens = sources.length * TOKENS_PER_IMAGE;
  const outputTokens = count * TOKENS_PER_IMAGE;
  return {
    input_tokens: textTokens + imageTokens,
    input_tokens_details: { text_tokens: textTokens, image_tokens: imageTokens },
    output_tokens: outputTokens,
    output_tokens_details: { text_tokens: 0, image_tokens: outputTokens },
    total_tokens: textTokens + imageTokens + outputTokens,
  };
}
