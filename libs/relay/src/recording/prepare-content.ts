import { StringDecoder } from 'node:string_decoder';
import { type JsonObject, type JsonValue } from '#canonical';
import { encodeResponseJson, parseResponseJson } from '#json-scan';
import { assembleResponse } from './assemble-response.js';
import { cleanContent, describeBytes } from './clean-content.js';
import { type RecordedBody, type RecordedContent } from './recorded-content.js';
import { type Recording } from './recording.js';

/** The limit for a request and for a response, without media. */
const MAX_RECORDED_BYTES = 1024 * 1024;

/** Redacts one text. */
export type Redact = (text: string) => string;

/**
 * Prepares the content to be stored: the text of request and response, without media, keys and whatever the policies
 * redact.
 */
export async function prepareContent(recording: Recording, redact: Redact): Promise<RecordedContent> {
  const { operation, format, requestFormat, model } = recording.facts;
  const requestBody = recording.body === undefined ? undefined : await readOrUndefined(recording.body);
  const request = await prepareRequest(recording, requestBody, redact);
  const response = await prepareResponse(recording, requestBody ?? {}, redact);
  return {
    operation,
    format,
    requestFormat,
    model,
    request,
    ...(response === undefined ? {} : { answer: response }),
  };
}

async function prepareRequest(
  { body, requestBytes: sizeBytes }: Recording,
  requestBody: JsonObject | undefined,
  redact: Redact,
): Promise<RecordedBody> {
  if (body === undefined || requestBody === undefined) {
    return { body: describeBytes('application/json', sizeBytes), sizeBytes, isCut: true };
  }
  return { ...(await cleanAndCut(requestBody, body, redact)), sizeBytes };
}

async function prepareResponse(
  recording: Recording,
  requestBody: JsonObject,
  redact: Redact,
): Promise<RecordedContent['answer']> {
  const { response, facts } = recording;
  if (response === undefined) return undefined;
  const { chunks, contentType, isStreamed, isComplete, isReadable, sizeBytes } = response;
  const facets = { sizeBytes, isComplete };
  // A complete response that is too large has no chunks; of a stream, the first chunks were recorded.
  if (!isReadable || chunks.length === 0) {
    return { ...facets, body: describeBytes(contentType, sizeBytes), isCut: response.isCut };
  }
  const bytes = Buffer.concat(chunks);
  const content = isStreamed
    ? await assembleResponse(chunks, contentType, { facts, body: requestBody })
    : ((await readOrUndefined(bytes)) ?? bytes.toString('utf8'));
  const recorded = await cleanAndCut(content, bytes, redact);
  return { ...facets, ...recorded, isCut: recorded.isCut || response.isCut };
}

async function cleanAndCut(
  value: JsonObject | string,
  madeOf: Buffer,
  redact: Redact,
): Promise<Pick<RecordedBody, 'body' | 'isCut'>> {
  const cleaned = await cleanContent(value, redact);
  const bytes =
    typeof cleaned === 'string'
      ? Buffer.from(cleaned)
      : await encodeResponseJson(cleaned as JsonObject, madeOf);
  const isCut = bytes.length > MAX_RECORDED_BYTES;
  // The decoder omits an incomplete character at the end.
  return { body: new StringDecoder('utf8').write(bytes.subarray(0, MAX_RECORDED_BYTES)), isCut };
}

async function readOrUndefined(bytes: Buffer): Promise<JsonObject | undefined> {
  try {
    const value = (await parseResponseJson(bytes)) as JsonValue;
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
