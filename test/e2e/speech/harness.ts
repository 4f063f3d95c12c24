import { type FakeUpstream, startFakeUpstream } from '../../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../../harness/index.js';
import { type AzureFront, startAzureFront } from './azure-front.js';

export interface SpeechHarness {
  /** OpenAI, and Gemini on its own path. */
  upstream: FakeUpstream;
  /** The first of two that serve the model `twice`; the other is `upstream`. */
  failing: FakeUpstream;
  /** In front of `upstream`. */
  azure: AzureFront;
  gateway: TestGateway;
  post(body: object | string, more?: PostOptions): Promise<Response>;
  stop(): Promise<void>;
}

const channel = (name: string, provider: string, baseUrl: string, upstreamModel: string): object => ({
  name,
  provider,
  baseUrl,
  apiKey: 'sk-upstream-1',
  models: [{ id: name, upstream: upstreamModel }],
});

interface PostOptions {
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Every kind of upstream with speech; each model has the name of its provider. */
export async function startSpeechHarness(): Promise<SpeechHarness> {
  const [upstream, failing] = await Promise.all([startFakeUpstream(), startFakeUpstream()]);
  const azure = await startAzureFront(upstream);
  const gateway = await startTestGateway({
    channels: [
      channel('openai', 'openai', upstream.url, 'gpt-4o-mini-tts'),
      channel('openai-compatible', 'openai-compatible', upstream.url, 'kokoro'),
      channel('azure-openai', 'azure-openai', azure.origin, 'tts-1'),
      channel('gemini', 'gemini', upstream.origin, 'gemini-2.5-flash-preview-tts'),
      { ...channel('first', 'openai-compatible', failing.url, 'm'), priority: 2, models: ['twice'] },
      { ...channel('second', 'openai-compatible', upstream.url, 'm'), priority: 1, models: ['twice'] },
    ],
  });
  return {
    upstream,
    failing,
    azure,
    gateway,
    post: (body, { headers, signal } = {}) =>
      fetch(`${gateway.baseUrl}/audio/speech`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json', ...headers },
        signal,
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    stop: async () => {
      await gateway.stop();
      await azure.close();
      await Promise.all([upstream.close(), failing.close()]);
    },
  };
}
