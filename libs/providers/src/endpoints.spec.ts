import { describe, expect, it } from '@jest/globals';
import { type FormatId } from '#wire';
import { type UpstreamCall } from './provider.js';
import { findProvider } from './registry.js';

const PROVIDER_NAMES = [
  'openai',
  'openai-compatible',
  'azure-openai',
  'anthropic',
  'gemini',
  'ollama',
  'cohere',
  'jina',
];

const AZURE = 'https://team.openai.azure.com';

/** Provider, format, what the channel says, and where the request then goes. */
const cases: [provider: string, format: FormatId, call: Partial<UpstreamCall>, url: string][] = [
  ['openai', 'openai-chat', {}, 'https://api.openai.com/v1/chat/completions'],
  ['openai', 'openai-responses', {}, 'https://api.openai.com/v1/responses'],
  ['openai', 'openai-completions', { baseUrl: 'http://proxy/v1/' }, 'http://proxy/v1/completions'],
  [
    'openai-compatible',
    'openai-chat',
    { baseUrl: 'http://vllm:8000/v1' },
    'http://vllm:8000/v1/chat/completions',
  ],
  ['ollama', 'openai-chat', {}, 'http://127.0.0.1:11434/v1/chat/completions'],
  ['ollama', 'openai-chat', { baseUrl: 'http://box:11434/v1' }, 'http://box:11434/v1/chat/completions'],
  ['anthropic', 'anthropic-messages', {}, 'https://api.anthropic.com/v1/messages'],
  ['anthropic', 'anthropic-messages', { baseUrl: 'http://proxy/v1' }, 'http://proxy/v1/messages'],
  [
    'gemini',
    'gemini-generate-content',
    {},
    'https://generativelanguage.googleapis.com/v1beta/models/m:generateContent',
  ],
  [
    'gemini',
    'gemini-generate-content',
    { isStreamed: true, upstreamModel: 'tunedModels/a b', baseUrl: 'http://proxy' },
    'http://proxy/v1beta/models/tunedModels/a%20b:streamGenerateContent?alt=sse',
  ],
  [
    'azure-openai',
    'openai-chat',
    { baseUrl: AZURE, apiVersion: '2025-04-01-preview' },
    `${AZURE}/openai/deployments/m/chat/completions?api-version=2025-04-01-preview`,
  ],
  [
    'azure-openai',
    'openai-chat',
    { baseUrl: `${AZURE}/openai` },
    `${AZURE}/openai/deployments/m/chat/completions?api-version=2024-10-21`,
  ],
  [
    'azure-openai',
    'openai-responses',
    { baseUrl: AZURE, apiVersion: 'preview' },
    `${AZURE}/openai/responses?api-version=preview`,
  ],
  ['openai', 'openai-embeddings', {}, 'https://api.openai.com/v1/embeddings'],
  ['openai', 'openai-image-edits', {}, 'https://api.openai.com/v1/images/edits'],
  ['openai-compatible', 'jina-rerank', { baseUrl: 'http://vllm:8000/v1' }, 'http://vllm:8000/v1/rerank'],
  ['ollama', 'openai-embeddings', {}, 'http://127.0.0.1:11434/v1/embeddings'],
  ['cohere', 'cohere-rerank', {}, 'https://api.cohere.com/v2/rerank'],
  ['cohere', 'cohere-embeddings', { baseUrl: 'http://proxy/v2' }, 'http://proxy/v2/embed'],
  ['jina', 'jina-rerank', {}, 'https://api.jina.ai/v1/rerank'],
  ['jina', 'jina-embeddings', {}, 'https://api.jina.ai/v1/embeddings'],
  [
    'gemini',
    'gemini-batch-embed-contents',
    {},
    'https://generativelanguage.googleapis.com/v1beta/models/m:batchEmbedContents',
  ],
  [
    'gemini',
    'gemini-imagen',
    { upstreamModel: 'imagen-4' },
    'https://generativelanguage.googleapis.com/v1beta/models/imagen-4:predict',
  ],
  [
    'azure-openai',
    'openai-speech',
    { baseUrl: AZURE },
    `${AZURE}/openai/deployments/m/audio/speech?api-version=2024-10-21`,
  ],
  ['azure-openai', 'openai-chat', { baseUrl: `${AZURE}/openai/v1/` }, `${AZURE}/openai/v1/chat/completions`],
  ['openai', 'openai-realtime', {}, 'https://api.openai.com/v1/realtime?model=m'],
  ['azure-openai', 'openai-realtime', { baseUrl: AZURE }, `${AZURE}/openai/v1/realtime?model=m`],
  ['azure-openai', 'openai-realtime', { baseUrl: `${AZURE}/openai` }, `${AZURE}/openai/v1/realtime?model=m`],
  [
    'azure-openai',
    'openai-realtime',
    { baseUrl: `${AZURE}/openai/v1/`, apiVersion: 'preview' },
    `${AZURE}/openai/v1/realtime?model=m`,
  ],
];

/** The same for formats that a channel has to list. */
const listedCases: typeof cases = [
  [
    'openai',
    'openai-realtime-beta',
    { upstreamModel: 'a b' },
    'https://api.openai.com/v1/realtime?model=a+b',
  ],
  [
    'openai-compatible',
    'openai-realtime',
    { baseUrl: 'http://vllm:8000/v1' },
    'http://vllm:8000/v1/realtime?model=m',
  ],
  [
    'openai-compatible',
    'openai-realtime-beta',
    { baseUrl: 'http://vllm:8000/v1/' },
    'http://vllm:8000/v1/realtime?model=m',
  ],
  [
    'azure-openai',
    'openai-realtime-beta',
    { baseUrl: AZURE },
    `${AZURE}/openai/realtime?deployment=m&api-version=2025-04-01-preview`,
  ],
  [
    'azure-openai',
    'openai-realtime-beta',
    { baseUrl: `${AZURE}/openai`, apiVersion: '2024-10-01-preview' },
    `${AZURE}/openai/realtime?deployment=m&api-version=2024-10-01-preview`,
  ],
  [
    'azure-openai',
    'openai-realtime-beta',
    { baseUrl: `${AZURE}/openai/v1` },
    `${AZURE}/openai/realtime?deployment=m&api-version=2025-04-01-preview`,
  ],
];

const spokenBy = (provider: string, upstreamModel = 'm'): string[] =>
  Object.values(findProvider(provider)?.speaks ?? {}).flatMap((formats) =>
    typeof formats === 'function' ? formats(upstreamModel) : formats,
  );

const getAddress = (provider: string, format: FormatId, call: Partial<UpstreamCall>): string | undefined =>
  findProvider(provider)?.endpoint(format, { upstreamModel: 'm', isStreamed: false, ...call }).href;

const BASE = 'http://proxy.example/team/a';
const HOSTILE_NAMES = [
  '..',
  '.',
  '../x',
  'a/../b',
  'a/../../../../x',
  './a',
  'a//../b',
  '..\\x',
  '%2e%2e',
  'a?b',
  'a#b',
];
const everyEndpoint = PROVIDER_NAMES.flatMap((provider) =>
  HOSTILE_NAMES.flatMap((name) =>
    [...spokenBy(provider, name), 'openai-realtime', 'openai-realtime-beta'].map(
      (format) => [provider, format as FormatId, name] as const,
    ),
  ),
);

/** Where the key of a channel would go; undefined where the address is refused. */
function findAddress(build: () => URL | undefined): URL | undefined {
  try {
    return build();
  } catch (error) {
    expect(error).toMatchObject({ kind: 'upstream-model-unavailable' });
    return undefined;
  }
}

describe('an address that gets a key', () => {
  it('stays below the base, whatever the model is called', () => {
    const strayed = everyEndpoint.filter(([provider, format, upstreamModel]) => {
      const call = { upstreamModel, isStreamed: true, baseUrl: BASE };
      const url = findAddress(() => findProvider(provider)?.endpoint(format, call));
      return url !== undefined && !isWrittenBelow(url, upstreamModel);
    });
    expect(strayed).toEqual([]);
  });

  it.each(['gemini', 'openai-compatible'])('is not made of what %s calls a video', (provider) => {
    const video = findProvider(provider)?.video;
    const place = { upstreamModel: 'm', baseUrl: BASE };
    for (const id of ['..', '../x', 'a/../../x', 'a//b', '\ud800']) {
      expect(video?.readStart({ id, name: id })).toBeUndefined();
    }
    for (const id of ['..', '.']) {
      expect(findAddress(() => video?.status({ upstreamId: id }, place).url)).toBeUndefined();
    }
  });
});

/** Nothing of the path was resolved away: only its beginning and its end are the provider's. */
function isWrittenBelow({ origin, pathname }: URL, name: string): boolean {
  const isBelow = origin === new URL(BASE).origin && pathname.startsWith('/team/a/');
  const isNamed = /models|deployments/.test(pathname);
  return isBelow && (!isNamed || decodeURIComponent(pathname).includes(name));
}

describe('where requests go', () => {
  it.each(cases)('%s, %s, %j', (provider, format, call, url) => {
    expect(spokenBy(provider, call.upstreamModel)).toContain(format);
    expect(getAddress(provider, format, call)).toBe(url);
  });

  it.each(listedCases)('%s, %s where the channel lists it, %j', (provider, format, call, url) => {
    expect(spokenBy(provider, call.upstreamModel)).not.toContain(format);
    expect(getAddress(provider, format, call)).toBe(url);
  });

  it.each([
    ['openai', 'openai-responses', 'https://api.openai.com/v1/responses/input_tokens'],
    ['openai', 'openai-chat', undefined],
    ['anthropic', 'anthropic-messages', 'https://api.anthropic.com/v1/messages/count_tokens'],
    [
      'gemini',
      'gemini-generate-content',
      'https://generativelanguage.googleapis.com/v1beta/models/a/b%20c:countTokens',
    ],
    ['azure-openai', 'openai-responses', undefined],
    ['openai-compatible', 'openai-responses', undefined],
  ] as const)('%s counts the tokens of %s at %s', (provider, format, url) => {
    const call = { upstreamModel: 'a/b c', isStreamed: false };
    expect(findProvider(provider)?.countEndpoint?.(format, call)?.href).toBe(url);
  });

  it.each([
    ['openai', { authorization: 'Bearer k' }],
    ['azure-openai', { 'api-key': 'k' }],
    ['anthropic', { 'x-api-key': 'k' }],
    ['gemini', { 'x-goog-api-key': 'k' }],
  ])('%s is shown its key as %j', (provider, headers) => {
    expect(findProvider(provider)?.authorize('k')).toEqual(headers);
  });

  it.each([
    ['openai', 'gpt-image-1', 'never'],
    ['openai', 'dall-e-3', 'always'],
    ['azure-openai', 'gpt-image-1', 'never'],
    ['openai-compatible', 'flux', undefined],
  ])('%s takes a format for the images of %s: %s', (provider, model, expected) => {
    expect(findProvider(provider)?.imageResponseFormat?.(model)).toBe(expected);
  });

  it('Gemini changes no images with models that only make them', () => {
    const edits = findProvider('gemini')?.speaks['image-edit'];
    if (typeof edits !== 'function') throw new Error('it depends on the model');
    expect(edits('imagen-4.0-generate-001')).toEqual([]);
    expect(edits('gemini-2.5-flash-image')).toEqual(['gemini-image']);
  });
});
