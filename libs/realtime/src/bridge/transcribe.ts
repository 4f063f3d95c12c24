import { type Form, type JsonObject, type UploadedFile } from '#canonical';
import { decodeTranscript } from '#wire';
import { type RealtimePorts, type Transcript, type TranscriptionRequest } from '../conversation/ports.js';
import { type BridgeContext } from './bridge-options.js';
import { type ResponseReader, readInProcess } from './in-process-client.js';
import { type ResponseLimits } from './inner-requests.js';

const FORMAT = 'openai-transcriptions';

/** OpenAI's transcription models count ten tokens per second of audio. */
const TOKENS_PER_SECOND = 10;

/**
 * Transcribes turns with the configured model, or with the requested one if the client may use it. Each transcript
 * counts against the limits of the token. Turns are transcribed one after the other, because a session is one of the
 * concurrent requests of its token.
 */
export function transcribeThroughRelay(
  context: BridgeContext,
  limits: ResponseLimits,
  defaultModel: string,
): NonNullable<RealtimePorts['transcribe']> {
  let last: Promise<unknown> = Promise.resolve();
  return (audio, { signal }) => {
    const transcript = last.then(() => {
      signal.throwIfAborted();
      return transcribe(context, limits, defaultModel, { audio, signal });
    });
    last = transcript.catch(() => undefined);
    return transcript;
  };
}

function transcribe(
  { call, options, requests }: BridgeContext,
  limits: ResponseLimits,
  defaultModel: string,
  { audio, signal }: { audio: TranscriptionRequest; signal: AbortSignal },
): Promise<Transcript> {
  const { relay, storeFile, mayTranscribeBy } = options;
  const { model: requested, wav, durationMs } = audio;
  const isGranted = requested !== undefined && mayTranscribeBy?.(requested) === true;
  const model = isGranted ? requested : defaultModel;
  return requests.run(async (inner) => {
    const { requestId, record } = inner;
    Object.assign(record, { operation: 'transcription', format: FORMAT, model });
    const reader = new BodyReader();
    const tokens = Math.ceil((durationMs / 1_000) * TOKENS_PER_SECOND);
    await limits.keep(inner, tokens, async (admitted) => {
      const stored = await storeFile(wav);
      // The token need not be allowed to use the configured model.
      const part = admitted.createPart({
        requestId,
        sessionId: call.sessionId,
        usesAnyModel: !isGranted,
      });
      try {
        await readInProcess(reader, signal, (client) =>
          relay.serve(FORMAT, {
            body: buildForm(audio, model, stored.file),
            hints: {},
            headers: {},
            admitted: part,
            client,
            record,
          }),
        );
      } finally {
        await stored.remove();
      }
    });
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

/** Collects a complete response. */
class BodyReader implements ResponseReader {
  private readonly chunks: Uint8Array[] = [];

  read(bytes: Uint8Array): void {
    this.chunks.push(bytes);
  }

  get text(): string {
    return Buffer.concat(this.chunks).toString('utf8');
  }
}
