import { type EmbeddingsRequest, type Usage } from '#canonical';
import { type JsonOutline, JsonScanner, NO_ENTRY, ROOT, getKindAt, readValue } from '#json-scan';
import { readUsage } from '../openai-dialect/usage.js';
import { isBase64Vector } from './vectors.js';

/** Of the root, its data, their elements, and the members of those. */
const OUTLINE_DEPTH = 3;

/** Within an array of valid JSON: the beginning of anything but a number, or an exponent that may be too large. */
const NOT_A_SMALL_NUMBER = /["[{tfnE+]|e[^-]/;

/**
 * The usage of a response in OpenAI's format that can be forwarded as it is: it is complete and has a vector for each
 * input, in the requested encoding. The vectors are not parsed. Undefined for all other responses, which must be.
 */
export function readForwardedEmbeddings(
  body: Buffer,
  { inputs, encoding }: Pick<EmbeddingsRequest, 'inputs' | 'encoding'>,
): { usage: Usage | undefined } | undefined {
  const outline = scan(body);
  if (outline === undefined) return undefined;
  const data = findSingle(outline, ROOT, 'data', body);
  if (data === undefined || getKindAt(body, outline.start(data)) !== 'array') return undefined;
  if (outline.count(data) !== inputs.length) return undefined;
  const end = outline.endOf(data);
  for (let item = outline.firstIn(data); item < end; item = outline.endOf(item)) {
    if (!isEmbedding(outline, item, body, encoding)) return undefined;
  }
  const usage = findSingle(outline, ROOT, 'usage', body);
  if (usage === undefined) return undefined;
  return { usage: readUsage(readValue(body, outline.start(usage), outline.end(usage))) };
}

function scan(body: Buffer): JsonOutline | undefined {
  const scanner = new JsonScanner(body, {
    outlineDepth: OUTLINE_DEPTH,
    maxValues: Number.POSITIVE_INFINITY,
  });
  try {
    scanner.requireObject();
    scanner.advance();
    scanner.requireEnd();
  } catch {
    return undefined;
  }
  return scanner.outline;
}

/** Undefined if the member is missing or occurs twice. */
function findSingle(outline: JsonOutline, object: number, key: string, body: Buffer): number | undefined {
  const entry = outline.findMember(object, key, body);
  if (entry === NO_ENTRY || outline.findMember(object, key, body, entry) !== NO_ENTRY) return undefined;
  return entry;
}

function isEmbedding(
  outline: JsonOutline,
  item: number,
  body: Buffer,
  encoding: EmbeddingsRequest['encoding'],
): boolean {
  if (getKindAt(body, outline.start(item)) !== 'object') return false;
  const entry = findSingle(outline, item, 'embedding', body);
  if (entry === undefined) return false;
  const start = outline.start(entry);
  const content = body.toString('latin1', start + 1, outline.end(entry) - 1);
  if (getKindAt(body, start) === 'string') return encoding === 'base64' && isBase64Vector(content);
  const isArray = getKindAt(body, start) === 'array' && outline.count(entry) > 0;
  return isArray && encoding === 'float' && !NOT_A_SMALL_NUMBER.test(content);
}
