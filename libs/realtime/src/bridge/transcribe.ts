import { type Form, type JsonObject, type UploadedFile } from '#canonical';
import { decodeTranscript } from '#wire';
import { type HeardAudio, type RealtimePorts } from '../conversation/ports.js';
import { type BridgeContext } from './bridge-context.js';
import { readInProcess } from './in-process-client.js';
import { WholeReader } from './whole-reader.js';

/** Has what users say written down: by the model that is set, or by one that the client asks for and may use. */
export function transcribeThroughRelay(
  { call, parts, requests }: BridgeContext,
  usualModel: string,
): NonNullable<RealtimePorts['transcribe']> {
  const { relay, storeFile, mayTranscribeBy } = parts;
  const own = { ...call.token, cacheTtlSeconds: 0 };
  /** Where the gateway chooses the model, it does not matter which ones the token may use. */
  const trusted = { ...own, models: undefined };
  return (audio, { signal }) =>
    requests.run(async ({ requestId, record }) => {
      const { model: wish, wav } = audio;
      const isGranted = wish !== undefined && mayTranscribeBy?.(wish) === true;
      const stored = await storeFile(wav);
      const reader = new WholeReader();
      try {
        await readInProcess(reader, signal, (client) =>
          relay.serve('openai-transcriptions', {
            body: formOf(audio, isGranted ? wish : usualModel, stored.file),
            hints: {},
            headers: {},
            requestId,
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

function formOf({ language = '', prompt = '' }: HeardAudio, model: string, file: UploadedFile): Form {
  const fields = Object.entries({ model, language, prompt, response_format: 'json' });
  return [
    ...fields.filter(([, value]) => value !== '').map(([name, value]) => ({ name, value })),
    { name: 'file', file },
  ];
}
