import { getRequestTexts } from '#canonical';
import { JsonDocument, type JsonMember } from '#json-scan';
import { type CountedRequest, type TokenCounter, readCount, removeMembers } from '../token-counter.js';
import { wrongType, wrongValue } from '../validation/faults.js';
import { decodeRequest } from './decode-request.js';
import { camelCase } from './proto-object.js';

const MODEL: ReadonlySet<string> = new Set(['model']);

/** `…:countTokens` */
export const geminiTokenCounter: TokenCounter = {
  open,
  getTexts: (body, hints) => getRequestTexts(decodeRequest(body, hints).value),
  encodeRequest: (body, upstreamModel) => {
    const request = removeMembers(body, MODEL);
    const members = request.subarray(request.indexOf('{') + 1);
    const model = JSON.stringify(`models/${upstreamModel}`);
    return Buffer.concat([
      Buffer.from(`{"generateContentRequest":{"model":${model},`),
      members,
      Buffer.from('}'),
    ]);
  },
  decodeCount: (response) => readCount(response['totalTokens']),
  encodeCount: (inputTokens) => ({ totalTokens: inputTokens }),
};

/** The body has either only the contents, or the whole request in `generateContentRequest`. */
function open(body: Buffer): CountedRequest {
  const document = JsonDocument.scan(body);
  const { bytes } = document;
  const whole = findField(document, 'generateContentRequest');
  if (whole === undefined) return { body };
  const contents = findField(document, 'contents');
  if (contents !== undefined) {
    throw wrongValue(contents.key, 'cannot be combined with "generateContentRequest"');
  }
  if (document.kind(whole) !== 'object') throw wrongType(whole.key, 'an object');
  return { body: bytes.subarray(whole.start, whole.end), path: whole.key };
}

/** Finds a field in either spelling. `null` counts as absent. */
function findField(document: JsonDocument, field: string): JsonMember | undefined {
  return document.members.find(
    (member) => camelCase(member.key) === field && document.kind(member) !== 'null',
  );
}
