import { describe, expect, it } from '@jest/globals';
import { type WireFormatId } from '#wire';
import { type ChatCall } from './provider.js';
import { findProvider } from './registry.js';

const AZURE = 'https://team.openai.azure.com';

/** Provider, format, what the channel says, and where the request then goes. */
const cases: [provider: string, format: WireFormatId, call: Partial<ChatCall>, url: string][] = [
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
  ['azure-openai', 'openai-chat', { baseUrl: `${AZURE}/openai/v1/` }, `${AZURE}/openai/v1/chat/completions`],
];

describe('where requests go', () => {
  it.each(cases)('%s, %s, %j', (provider, format, call, url) => {
    const chat = findProvider(provider)?.chat;
    expect(chat?.speaks).toContain(format);
    expect(chat?.endpoint(format, { upstreamModel: 'm', isStreamed: false, ...call }).href).toBe(url);
  });

  it.each([
    ['openai', { authorization: 'Bearer k' }],
    ['azure-openai', { 'api-key': 'k' }],
    ['anthropic', { 'x-api-key': 'k' }],
    ['gemini', { 'x-goog-api-key': 'k' }],
  ])('%s is shown its key as %j', (provider, headers) => {
    expect(findProvider(provider)?.chat?.authorize('k')).toEqual(headers);
  });
});
