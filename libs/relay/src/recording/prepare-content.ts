import { StringDecoder } from 'node:string_decoder';
import { type JsonObject, type JsonValue } from '#canonical';
import { encodeAnswer, parseAnswer } from '#wire';
import { assembleAnswer } from './assemble-answer.js';
import { cleanContent, describeBytes } from './clean-content.js';
import { type KeptSide, type RecordedContent } from './recorded-content.js';
import { type Recording } from './recording.js';

/** Of each side no more is kept than this, without media. */
const MAX_KEPT_BYTES = 1024 * 1024;

/** Takes out of one text what is to be redacted. */
export type Redact = (text: string) => string;

/** What is kept of a request: the text of both sides, without media, keys and whatever the policies redact. */
export async function prepareContent(recording: Recording, redact: Redact): Promise<RecordedContent> {
  const { operation, format, requestFormat, model } = recording.facts;
  const asked = recording.body === undefined ? undefined : await readOrUndefined(recording.body);
  const request = await prepareRequest(recording, asked, redact);
  const answer = await prepareAnswer(recording, asked ?? {}, redact);
  return { operation, format, requestFormat, model, request, ...(answer === undefined ? {} : { answer }) };
}

async function prepareRequest(
  { body, requestBytes: sizeBytes }: Recording,
  asked: JsonObject | undefined,
  redact: Redact,
): Promise<KeptSide> {
  if (body === undefined || asked === undefined) {
    return { body: describeBytes('application/json', sizeBytes), sizeBytes, isCut: true };
  }
  return { ...(await keep(asked, body, redact)), sizeBytes };
}

async function prepareAnswer(
  recording: Recording,
  asked: JsonObject,
  redact: Redact,
): Promise<RecordedContent['answer']> {
  const { answer, facts } = recording;
  if (answer === undefined) return undefined;
  const { chunks, contentType, isStreamed, isComplete, isReadable, sizeBytes } = answer;
  const facets = { sizeBytes, isComplete };
  // Of a whole answer that is too large nothing was kept; of a stream, what came until then.
  if (!isReadable || chunks.length === 0) {
    return { ...facets, body: describeBytes(contentType, sizeBytes), isCut: answer.isCut };
  }
  const bytes = Buffer.concat(chunks);
  const said = isStreamed
    ? await assembleAnswer(chunks, contentType, { facts, body: asked })
    : ((await readOrUndefined(bytes)) ?? bytes.toString('utf8'));
  const kept = await keep(said, bytes, redact);
  return { ...facets, ...kept, isCut: kept.isCut || answer.isCut };
}

async function keep(
  value: JsonObject | string,
  madeOf: Buffer,
  redact: Redact,
): Promise<Pick<KeptSide, 'body' | 'isCut'>> {
  const cleaned = await cleanContent(value, redact);
  const bytes =
    typeof cleaned === 'string' ? Buffer.from(cleaned) : await encodeAnswer(cleaned as JsonObject, madeOf);
  const isCut = bytes.length > MAX_KEPT_BYTES;
  // The decoder leaves out a character that the end goes through.
  return { body: new StringDecoder('utf8').write(bytes.subarray(0, MAX_KEPT_BYTES)), isCut };
}

async function readOrUndefined(bytes: Buffer): Promise<JsonObject | undefined> {
  try {
    const value = (await parseAnswer(bytes)) as JsonValue;
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
