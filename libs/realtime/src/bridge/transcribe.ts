import { type Form, type JsonObject, type UploadedFile } from '#canonical';
import { decodeTranscript } from '#wire';
import { type RealtimePorts, type TranscriptionRequest } from '../conversation/ports.js';
import { type BridgeContext } from './bridge-options.js';
import { type AnswerReader, readInProcess } from './in-process-client.js';

/** Transcribes turns with the configured model, or with the one that the client asks for and may use. */
export function transcribeThroughRelay(
  { call, options, requests }: BridgeContext,
  defaultModel: string,
): NonNullable<RealtimePorts['transcribe']> {
  const { relay, storeFile, mayTranscribeBy } = options;
  const own = { ...call.token, cacheTtlSeconds: 0, contentDays: 0 };
  /** For the configured model, which the token need not be allowed to use. */
  const trusted = { ...own, models: undefined };
  return (audio, { signal }) =>
    requests.run(async ({ requestId, record }) => {
      const { model: requested, wav } = audio;
      const isGranted = requested !== undefined && mayTranscribeBy?.(requested) === true;
      const stored = await storeFile(wav);
      const reader = new WholeReader();
      try {
        await readInProcess(reader, signal, (client) =>
          relay.serve('openai-transcriptions', {
            body: buildForm(audio, isGranted ? requested : defaultModel, stored.file),
            hints: {},
            headers: {},
            requestId,
            admitted: call.admitted.part,
            sessionId: call.sessionId,
            token: isGranted ? own : trusted,
            client,
            record,
          }),
        );
      } finally {
        await stored.remove();
      }
      const { text, usage } = decodeTranscript(JSON.parse(reader.text) as JsonObject);
      return usage === undefined ? { text } : { text, usage };
    });
}

function buildForm(
  { language = '', prompt = '' }: TranscriptionRequest,
  model: string,
  file: UploadedFile,
): Form {
  const fields = Object.entries({ model, language, prompt, response_format: 'json' });
  return [
    ...fields.filter(([, value]) => value !== '').map(([name, value]) => ({ name, value })),
    { name: 'file', file },
  ];
}

/** Collects a whole response. */
class WholeReader implements AnswerReader {
  private readonly chunks: Uint8Array[] = [];

  read(bytes: Uint8Array): void {
    this.chunks.push(bytes);
  }

  get text(): string {
    return Buffer.concat(this.chunks).toString('utf8');
  }
}
