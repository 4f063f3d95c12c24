import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI from 'openai';
import { type FakeUpstream, startFakeUpstream } from '../../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../../harness/index.js';
import { type AzureUpstream, startAzureUpstream } from './azure-upstream.js';

/** Each of these models is served by its own channel. */
export const MODELS = {
  'gpt-image': { provider: 'openai', upstream: 'gpt-image-1' },
  'dall-e': { provider: 'openai', upstream: 'dall-e-2' },
  other: { provider: 'openai-compatible', upstream: 'flux' },
  azure: { provider: 'azure-openai', upstream: 'images' },
  gemini: { provider: 'gemini', upstream: 'gemini-2.5-flash-image' },
  imagen: { provider: 'gemini', upstream: 'imagen-4.0-generate-001' },
} as const;

export interface ImageHarness {
  upstream: FakeUpstream;
  azure: AzureUpstream;
  gateway: TestGateway;
  openai: OpenAI;
  /** Uploads that are on disk. */
  spooledFiles(): Promise<string[]>;
  post(path: string, body: object | FormData | string, headers?: Record<string, string>): Promise<Response>;
  stop(): Promise<void>;
}

type UpstreamOptions = Parameters<typeof startFakeUpstream>[0];

/** A gateway in front of every kind of service that makes images, and the sandbox. */
export async function startImageHarness(
  options: UpstreamOptions = {},
  environment: Record<string, string> = {},
): Promise<ImageHarness> {
  const upstream = await startFakeUpstream(options);
  const azure = await startAzureUpstream();
  const folder = mkdtempSync(join(tmpdir(), 'modelgate-test-images-'));
  const addresses: Record<string, string> = {
    openai: upstream.url,
    'openai-compatible': upstream.url,
    'azure-openai': azure.origin,
    gemini: upstream.origin,
  };
  const gateway = await startTestGateway({
    sandbox: true,
    environment: { MODELGATE_DATA_DIR: folder, ...environment },
    channels: Object.entries(MODELS).map(([id, { provider, upstream: name }]) => ({
      name: id,
      provider,
      baseUrl: addresses[provider],
      apiKey: 'sk-upstream-1',
      models: [{ id, upstream: name }],
    })),
  });
  return {
    upstream,
    azure,
    gateway,
    openai: new OpenAI({ baseURL: gateway.baseUrl, apiKey: TEST_TOKEN, maxRetries: 0 }),
    spooledFiles: () => filesIn(join(folder, 'uploads')),
    post: (path, body, headers = {}) => {
      const isJson = !(body instanceof FormData);
      return fetch(`${gateway.baseUrl}/images/${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${TEST_TOKEN}`,
          ...(isJson ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
        body: isJson && typeof body !== 'string' ? JSON.stringify(body) : body,
      });
    },
    stop: async () => {
      await gateway.stop();
      await upstream.close();
      await azure.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
