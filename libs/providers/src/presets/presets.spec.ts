import { describe, expect, it } from '@jest/globals';
import { type FormatId } from '#wire';
import { type PermittedKey } from '../provider.js';
import { findProvider } from '../registry.js';
import { PRESETS } from './index.js';

const CHAT = 'openai-chat';
const MESSAGES = 'anthropic-messages';
const RESPONSES = 'openai-responses';

/** Preset, format, and the default URL of a request. */
const places: [id: string, format: FormatId, url: string][] = [
  ['deepseek', CHAT, 'https://api.deepseek.com/chat/completions'],
  ['deepseek', MESSAGES, 'https://api.deepseek.com/anthropic/v1/messages'],
  ['deepseek', RESPONSES, 'https://api.deepseek.com/responses'],
  ['deepseek', 'openai-completions', 'https://api.deepseek.com/beta/completions'],
  ['mistral', CHAT, 'https://api.mistral.ai/v1/chat/completions'],
  ['mistral', 'openai-transcriptions', 'https://api.mistral.ai/v1/audio/transcriptions'],
  ['qwen', CHAT, 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1/chat/completions'],
  ['qwen', MESSAGES, 'https://dashscope-intl.aliyuncs.com/apps/anthropic/v1/messages'],
  ['qwen', RESPONSES, 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1/responses'],
  ['qwen', 'jina-rerank', 'https://dashscope-intl.aliyuncs.com/compatible-api/v1/reranks'],
  ['moonshot', CHAT, 'https://api.moonshot.ai/v1/chat/completions'],
  ['moonshot', MESSAGES, 'https://api.moonshot.ai/anthropic/v1/messages'],
  ['zhipu', CHAT, 'https://api.z.ai/api/paas/v4/chat/completions'],
  ['zhipu', MESSAGES, 'https://api.z.ai/api/anthropic/v1/messages'],
  ['minimax', CHAT, 'https://api.minimax.io/v1/chat/completions'],
  ['minimax', MESSAGES, 'https://api.minimax.io/anthropic/v1/messages'],
  ['minimax', RESPONSES, 'https://api.minimax.io/v1/responses'],
  ['xai', RESPONSES, 'https://api.x.ai/v1/responses'],
  ['xai', 'openai-images', 'https://api.x.ai/v1/images/generations'],
  ['openrouter', MESSAGES, 'https://openrouter.ai/api/v1/messages'],
  ['openrouter', RESPONSES, 'https://openrouter.ai/api/v1/responses'],
  ['groq', CHAT, 'https://api.groq.com/openai/v1/chat/completions'],
  ['groq', 'openai-speech', 'https://api.groq.com/openai/v1/audio/speech'],
  ['together', 'jina-rerank', 'https://api.together.xyz/v1/rerank'],
  ['fireworks', MESSAGES, 'https://api.fireworks.ai/inference/v1/messages'],
  ['perplexity', CHAT, 'https://api.perplexity.ai/chat/completions'],
  ['perplexity', RESPONSES, 'https://api.perplexity.ai/v1/responses'],
  ['perplexity', 'openai-embeddings', 'https://api.perplexity.ai/v1/embeddings'],
  ['siliconflow', MESSAGES, 'https://api.siliconflow.cn/v1/messages'],
  ['doubao', CHAT, 'https://ark.cn-beijing.volces.com/api/v3/chat/completions'],
  ['nvidia', 'openai-embeddings', 'https://integrate.api.nvidia.com/v1/embeddings'],
  ['huggingface', RESPONSES, 'https://router.huggingface.co/v1/responses'],
  ['vllm', MESSAGES, 'http://127.0.0.1:8000/v1/messages'],
  ['vllm', 'jina-rerank', 'http://127.0.0.1:8000/v1/rerank'],
  ['lmstudio', CHAT, 'http://127.0.0.1:1234/v1/chat/completions'],
];

/** The same for the base URL of a channel. */
const moved: [id: string, format: FormatId, baseUrl: string, url: string][] = [
  ['deepseek', CHAT, 'http://fake', 'http://fake/chat/completions'],
  ['deepseek', CHAT, 'http://fake/v1', 'http://fake/v1/chat/completions'],
  ['deepseek', MESSAGES, 'http://fake/v1/', 'http://fake/anthropic/v1/messages'],
  ['deepseek', 'openai-completions', 'http://fake/beta', 'http://fake/beta/completions'],
  ['qwen', MESSAGES, 'http://fake', 'http://fake/apps/anthropic/v1/messages'],
  ['qwen', MESSAGES, 'http://fake/compatible-mode/v1', 'http://fake/apps/anthropic/v1/messages'],
  ['qwen', CHAT, 'http://fake/compatible-mode/v1', 'http://fake/compatible-mode/v1/chat/completions'],
  ['moonshot', MESSAGES, 'https://api.moonshot.cn/v1', 'https://api.moonshot.cn/anthropic/v1/messages'],
  ['minimax', MESSAGES, 'http://proxy/team/v1', 'http://proxy/team/anthropic/v1/messages'],
  [
    'zhipu',
    MESSAGES,
    'https://open.bigmodel.cn/api/paas/v4/',
    'https://open.bigmodel.cn/api/anthropic/v1/messages',
  ],
  ['zhipu', MESSAGES, 'https://api.z.ai/api/coding/paas/v4', 'https://api.z.ai/api/anthropic/v1/messages'],
  ['zhipu', RESPONSES, 'https://api.z.ai/api/coding/paas/v4', 'https://api.z.ai/api/v1/responses'],
  ['doubao', MESSAGES, 'http://fake/api/coding/v3', 'http://fake/api/coding/v1/messages'],
  ['perplexity', RESPONSES, 'http://fake/v1', 'http://fake/v1/responses'],
  ['vllm', MESSAGES, 'http://gpu:8000/v1', 'http://gpu:8000/v1/messages'],
  ['cloudflare', CHAT, 'http://fake/accounts/a/ai/v1', 'http://fake/accounts/a/ai/v1/chat/completions'],
];

const lists: [id: string, baseUrl: string | undefined, url: string][] = [
  ['mistral', undefined, 'https://api.mistral.ai/v1/models'],
  ['zhipu', undefined, 'https://api.z.ai/api/paas/v4/models'],
  ['perplexity', undefined, 'https://api.perplexity.ai/v1/models'],
  ['perplexity', 'http://fake/v1', 'http://fake/v1/models'],
  ['vllm', 'http://gpu:8000/v1/', 'http://gpu:8000/v1/models'],
  ['cloudflare', 'http://fake/ai/v1/', 'http://fake/ai/models/search?per_page=100'],
];

function requirePreset(id: string) {
  const provider = findProvider(id);
  if (provider === undefined) throw new Error(`there is no ${id}`);
  return provider;
}

function getUrl(id: string, format: FormatId, baseUrl?: string): string {
  return requirePreset(id).endpoint(format, { baseUrl, upstreamModel: 'm', isStreamed: false }).href;
}

function listRequired(id: string): string[] {
  const required = requirePreset(id).fields.filter((field) => field.required);
  return required.map(({ name }) => name);
}

describe('a preset', () => {
  it.each(places)('%s has %s at %s', (id, format, url) => {
    expect(Object.values(requirePreset(id).speaks).flat()).toContain(format);
    expect(getUrl(id, format)).toBe(url);
  });

  it.each(moved)('%s has %s for base %s at %s', (id, format, baseUrl, url) => {
    expect(getUrl(id, format, baseUrl)).toBe(url);
  });

  it.each(lists)('%s at %s lists its models at %s', (id, baseUrl, url) => {
    expect(requirePreset(id).listModels?.page({ baseUrl }).href).toBe(url);
  });

  it('reads the pages of Cloudflare', () => {
    const read = (info: unknown) =>
      requirePreset('cloudflare').listModels?.read({ result: [{ name: '@cf/a/b' }], result_info: info });
    expect(read({ page: 1, total_pages: 2 })).toEqual({ ids: ['@cf/a/b'], next: '2' });
    expect(read({ page: 2, total_pages: 2 })).toEqual({ ids: ['@cf/a/b'] });
    expect(requirePreset('cloudflare').listModels?.read({ errors: [] })).toBeUndefined();
  });

  it('counts the tokens of Messages requests if the server does', () => {
    const call = { upstreamModel: 'm', isStreamed: false };
    const count = (id: string, format: 'anthropic-messages' | 'openai-chat') =>
      requirePreset(id).countEndpoint?.(format, call)?.href;
    expect(count('vllm', MESSAGES)).toBe('http://127.0.0.1:8000/v1/messages/count_tokens');
    expect(count('vllm', CHAT)).toBeUndefined();
    expect(count('deepseek', MESSAGES)).toBeUndefined();
  });

  it('requires a base URL if every account has its own, and a key unless it is self-hosted', () => {
    expect(listRequired('cloudflare')).toEqual(['base_url', 'api_keys']);
    expect(listRequired('vllm')).toEqual([]);
    expect(listRequired('lmstudio')).toEqual([]);
    expect(listRequired('groq')).toEqual(['api_keys']);
    expect(() => getUrl('cloudflare', CHAT)).toThrow('requires a base URL');
  });

  it('sends the application and the version of the Messages format', () => {
    expect(requirePreset('openrouter').headers).toEqual({
      'anthropic-version': '2023-06-01',
      'http-referer': 'http://localhost',
      'x-title': 'Modelgate',
    });
    expect(requirePreset('groq')).not.toHaveProperty('headers');
    for (const provider of PRESETS)
      expect(provider.authorize('k' as PermittedKey)).toEqual({ authorization: 'Bearer k' });
  });
});
