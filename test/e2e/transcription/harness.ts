import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getSpeech, type FakeUpstream, startFakeUpstream } from '../../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../../harness/index.js';
import { type AzureFront, startAzureFront } from '../speech/azure-front.js';

export interface TranscriptionHarness {
  /** OpenAI, and Gemini on its own path. */
  upstream: FakeUpstream;
  /** The first of two that serve the model `twice`; the other is `upstream`. */
  failing: FakeUpstream;
  /** In front of `upstream`. */
  azure: AzureFront;
  gateway: TestGateway;
  /** The folder for uploads of active requests. */
  spoolFolder: string;
  post(form: FormData, options?: PostOptions): Promise<Response>;
  stop(): Promise<void>;
}

interface PostOptions {
  path?: string;
  headers?: Record<string, string>;
}

/** A recording that every upstream accepts. */
export const RECORDING = getSpeech('a recording for tests', 'nova', 'wav');

const channel = (name: string, provider: string, baseUrl: string, models: unknown[]): object => ({
  name,
  provider,
  baseUrl,
  apiKey: 'sk-upstream-1',
  models,
});

/** Every kind of upstream that transcribes. */
export async function startTranscriptionHarness(): Promise<TranscriptionHarness> {
  const [upstream, failing] = await Promise.all([startFakeUpstream(), startFakeUpstream()]);
  const azure = await startAzureFront(upstream);
  const dataFolder = await mkdtemp(join(tmpdir(), 'modelgate-test-transcription-'));
  const gateway = await startTestGateway({
    environment: { MODELGATE_DATA_DIR: dataFolder },
    channels: [
      channel('openai', 'openai', upstream.url, [
        { id: 'whisper', upstream: 'whisper-1' },
        { id: 'gpt', upstream: 'gpt-4o-transcribe' },
        { id: 'diarize', upstream: 'gpt-4o-transcribe-diarize' },
      ]),
      channel('compatible', 'openai-compatible', upstream.url, [{ id: 'compatible', upstream: 'speaches' }]),
      channel('azure', 'azure-openai', azure.origin, [{ id: 'azure', upstream: 'whisper-1' }]),
      channel('gemini', 'gemini', upstream.origin, [{ id: 'gemini', upstream: 'gemini-2.5-flash' }]),
      { ...channel('first', 'openai-compatible', failing.url, ['twice']), priority: 2 },
      { ...channel('second', 'openai-compatible', upstream.url, ['twice']), priority: 1 },
      { ...channel('small', 'gemini', upstream.origin, ['small-first']), priority: 2 },
      { ...channel('roomy', 'openai-compatible', upstream.url, ['small-first']), priority: 1 },
    ],
  });
  return {
    upstream,
    failing,
    azure,
    gateway,
    spoolFolder: join(dataFolder, 'uploads'),
    post: (form, { path = '/audio/transcriptions', headers } = {}) =>
      fetch(`${gateway.baseUrl}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TEST_TOKEN}`, ...headers },
        body: form,
      }),
    stop: async () => {
      await gateway.stop();
      await azure.close();
      await Promise.all([upstream.close(), failing.close()]);
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** A form with the recording, and its fields in the given order. */
export function formWith(fields: readonly (readonly [string, string])[]): FormData {
  const form = new FormData();
  form.append('file', new Blob([RECORDING], { type: 'audio/wav' }), 'take one.wav');
  for (const [name, value] of fields) form.append(name, value);
  return form;
}
