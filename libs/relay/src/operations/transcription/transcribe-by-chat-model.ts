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
import { toClientNames, encodeForUpstream } from '../client-names.js';

type Client = Pick<ClientOperation<TranscriptionRequest, never, never>, 'fieldNames'>;

/** Transcribes with a chat model that accepts audio. */
export async function transcribeByChatModel(
  attempt: OperationAttempt,
  decoded: TranscriptionRequest,
  client: Client,
): Promise<void> {
  refuseLarge(decoded.file);
  const { lost } = encodeForUpstream(decoded, client, () => encodeGeminiTranscription(decoded, ''));
  attempt.reportLost(toClientNames(lost, decoded, client));
  const { body } = encodeGeminiTranscription(decoded, await readBase64(decoded.file));
  const bytes = Buffer.from(JSON.stringify(body));
  if (decoded.isStreamed && (decoded.format === 'json' || decoded.format === 'text')) {
    const response = await attempt.post(bytes, 'events');
    return attempt.forwardEvents(response, new GeminiTranscriptStream());
  }
  const { json, response } = await attempt.postJson(bytes);
  const transcript = decodeGeminiTranscription(json, decoded);
  attempt.noteUsage(transcript.usage);
  const encoded = Buffer.from(encodeTranscript(transcript, decoded));
  await attempt.sendWhole(encoded, TRANSCRIPT_CONTENT_TYPES[decoded.format], response);
}

/** The limit is specific to this upstream, so another candidate may accept the file. */
function refuseLarge({ sizeBytes }: UploadedFile): void {
  if (sizeBytes <= GEMINI_MAX_AUDIO_BYTES) return;
  const megabytes = GEMINI_MAX_AUDIO_BYTES / 2 ** 20;
  throw new GatewayError(
    'unsupported-parameter',
    `"file" is too large for the selected model, which accepts at most ${megabytes} MB.`,
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
