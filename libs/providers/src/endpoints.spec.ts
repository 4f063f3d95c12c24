import { describe, expect, it } from '@jest/globals';
import { type FormatId } from '#wire';
import { type PermittedKey, type UpstreamCall } from './provider.js';
import { cases, listedCases } from './__fixtures__/addresses.js';
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
  'vertex',
  'bedrock',
];

const getFormats = (provider: string, upstreamModel = 'm'): string[] =>
  Object.values(findProvider(provider)?.speaks ?? {}).flatMap((formats) =>
    typeof formats === 'function' ? formats(upstreamModel) : formats,
  );

const getUrl = (provider: string, format: FormatId, call: Partial<UpstreamCall>): string | undefined =>
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
    [...getFormats(provider, name), 'openai-realtime', 'openai-realtime-beta'].map(
      (format) => [provider, format as FormatId, name] as const,
    ),
  ),
);

/** The URL that would receive the key of a channel; undefined if it is refused. */
function findUrl(build: () => URL | undefined): URL | undefined {
  try {
    return build();
  } catch (error) {
    expect(error).toMatchObject({ kind: 'upstream-model-unavailable' });
    return undefined;
  }
}

describe('a URL that receives a key', () => {
  it('stays below the base URL for any model name', () => {
    const strayed = everyEndpoint.filter(([provider, format, upstreamModel]) => {
      const call = { upstreamModel, isStreamed: true, baseUrl: BASE };
      const url = findUrl(() => findProvider(provider)?.endpoint(format, call));
      return url !== undefined && !isBelowBase(url, upstreamModel);
    });
    expect(strayed).toEqual([]);
  });

  it.each(['gemini', 'openai-compatible'])(
    'is not built from a video id of %s that is unsafe',
    (provider) => {
      const video = findProvider(provider)?.video;
      const place = { upstreamModel: 'm', baseUrl: BASE };
      for (const id of ['..', '../x', 'a/../../x', 'a//b', '\ud800']) {
        expect(video?.readStart({ id, name: id }, { method: 'POST', url: new URL(BASE) })).toBeUndefined();
      }
      for (const id of ['..', '.']) {
        expect(findUrl(() => video?.status({ upstreamId: id }, place).url)).toBeUndefined();
      }
    },
  );
});

/** The path was not resolved: only its start and its end are the provider's. */
function isBelowBase({ origin, pathname }: URL, name: string): boolean {
  const isBelow = origin === new URL(BASE).origin && pathname.startsWith('/team/a/');
  const isNamed = /models?\/|deployments/.test(pathname);
  return isBelow && (!isNamed || decodeURIComponent(pathname).includes(name));
}

describe('the URL of a request', () => {
  it.each(cases)('%s, %s, %j', (provider, format, call, url) => {
    expect(getFormats(provider, call.upstreamModel)).toContain(format);
    expect(getUrl(provider, format, call)).toBe(url);
  });

  it.each(listedCases)('%s, %s if the channel lists it, %j', (provider, format, call, url) => {
    expect(getFormats(provider, call.upstreamModel)).not.toContain(format);
    expect(getUrl(provider, format, call)).toBe(url);
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
    ['azure-openai', { 'api-key': 'k', 'x-api-key': 'k' }],
    ['anthropic', { 'x-api-key': 'k' }],
    ['gemini', { 'x-goog-api-key': 'k' }],
  ])('%s receives its key as %j', (provider, headers) => {
    expect(findProvider(provider)?.authorize('k' as PermittedKey)).toEqual(headers);
  });

  it.each([
    ['openai', 'gpt-image-1', 'never'],
    ['openai', 'dall-e-3', 'always'],
    ['azure-openai', 'gpt-image-1', 'never'],
    ['openai-compatible', 'flux', undefined],
  ])('%s supports response_format for the images of %s: %s', (provider, model, expected) => {
    expect(findProvider(provider)?.imageResponseFormat?.(model)).toBe(expected);
  });

  it('Gemini does not edit images with models that only generate them', () => {
    const edits = findProvider('gemini')?.speaks['image-edit'];
    if (typeof edits !== 'function') throw new Error('it depends on the model');
    expect(edits('imagen-4.0-generate-001')).toEqual([]);
    expect(edits('gemini-2.5-flash-image')).toEqual(['gemini-image']);
  });
});
