import { readFile } from 'node:fs/promises';
import { GatewayError, type TranscriptionRequest, type UploadedFile } from '#canonical';
import {
  type ClientOperation,
  GEMINI_MAX_AUDIO_BYTES,
  GeminiTranscriptStream,
  TRANSCRIPT_CONTENT_TYPES,
  decodeGeminiTranscription,
  encodeGeminiTranscription,
  encodeTranscript,
} from '#wire';
import { type OperationAttempt } from '../operation-attempt.js';
import { lostInClientWords, translateRequest } from '../in-client-words.js';

type Client = Pick<ClientOperation<TranscriptionRequest, never, never>, 'fieldNames'>;

/** Has a model that listens write down what it hears. */
export async function haveTranscribed(
  attempt: OperationAttempt,
  asked: TranscriptionRequest,
  client: Client,
): Promise<void> {
  refuseLarge(asked.file);
  const { lost } = translateRequest(asked, client, () => encodeGeminiTranscription(asked, ''));
  attempt.lose(lostInClientWords(lost, asked, client));
  const { body } = encodeGeminiTranscription(asked, await readBase64(asked.file));
  const bytes = Buffer.from(JSON.stringify(body));
  if (asked.isStreamed && (asked.format === 'json' || asked.format === 'text')) {
    const response = await attempt.post(bytes, 'events');
    return attempt.deliverEvents(response, new GeminiTranscriptStream());
  }
  const { json, response } = await attempt.postJson(bytes);
  const transcript = decodeGeminiTranscription(json, asked);
  attempt.noteUsage(transcript.usage);
  const answer = Buffer.from(encodeTranscript(transcript, asked));
  await attempt.sendWhole(answer, TRANSCRIPT_CONTENT_TYPES[asked.format], response);
}

/** It is this upstream's limit: another may take the file. */
function refuseLarge({ sizeBytes }: UploadedFile): void {
  if (sizeBytes <= GEMINI_MAX_AUDIO_BYTES) return;
  const megabytes = GEMINI_MAX_AUDIO_BYTES / 2 ** 20;
  throw new GatewayError(
    'unsupported-parameter',
    `"file" is larger than the model that was chosen takes: at most ${megabytes} MB.`,
    { param: 'file', status: 413, code: 'request_too_large' },
  );
}

async function readBase64({ path }: UploadedFile): Promise<string> {
  try {
    return await readFile(path, 'base64');
  } catch (cause) {
    throw new GatewayError('internal-error', 'The uploaded file can no longer be read.', { cause });
  }
}
