import { expect } from '@jest/globals';
import { STAND_INS } from '../../../libs/providers/src/presets/__fixtures__/stand-ins.js';

type Body = Record<string, unknown>;

export const USER = { role: 'user', content: 'hi' };
const TOOL = { type: 'function', function: { name: 'f', parameters: { type: 'object' } } };
const CALLS = [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }];
const CALLED = { role: 'assistant', content: null, tool_calls: CALLS };
const RESULT = { role: 'tool', tool_call_id: 'c1', content: '7' };
const MARKED = { type: 'text', text: 'hi', cache_control: { type: 'ephemeral' } };
const ECHOED = {
  role: 'assistant',
  content: 'yes',
  refusal: null,
  annotations: [],
  reasoning_content: 'Hmm.',
};

type ChangedRequest = NonNullable<(typeof STAND_INS)[string]['changes']>[number];

interface Quirk extends ChangedRequest {
  service: string;
}

export const QUIRKS: Quirk[] = [
  ...Object.entries(STAND_INS).flatMap(([service, { changes = [] }]) =>
    changes.map((change) => ({ service, ...change })),
  ),
  {
    service: 'mistral',
    sent: {
      messages: [USER],
      max_completion_tokens: 9,
      seed: 7,
      store: false,
      user: 'u',
      prompt_cache_key: 'k',
    },
    got: { messages: [USER], max_tokens: 9, random_seed: 7 },
    warnings: 'store, user, prompt_cache_key',
  },
  {
    service: 'mistral',
    sent: {
      messages: [{ role: 'developer', content: [MARKED] }, { ...USER, name: 'ann' }, ECHOED, USER],
      stream: true,
    },
    got: {
      messages: [
        { role: 'system', content: [{ type: 'text', text: 'hi' }] },
        USER,
        { role: 'assistant', content: 'yes' },
        USER,
      ],
      stream: true,
    },
  },
  {
    service: 'zhipu',
    sent: {
      messages: [
        { role: 'developer', content: 'be brief' },
        { role: 'user', content: [MARKED] },
      ],
      tools: [{ ...TOOL, cache_control: { type: 'ephemeral' } }],
      user: 'u'.repeat(200),
    },
    got: {
      messages: [
        { role: 'system', content: 'be brief' },
        { role: 'user', content: [{ type: 'text', text: 'hi' }] },
      ],
      tools: [TOOL],
      user: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
  },
  {
    service: 'deepseek',
    sent: { messages: [{ role: 'developer', content: 'be brief' }, USER, CALLED, RESULT], tools: [TOOL] },
    got: {
      messages: [
        { role: 'system', content: 'be brief' },
        USER,
        { ...CALLED, reasoning_content: ' ' },
        RESULT,
      ],
      tools: [TOOL],
    },
  },
  {
    service: 'moonshot',
    sent: { messages: [USER, CALLED, RESULT], tools: [TOOL] },
    got: { messages: [USER, { ...CALLED, reasoning_content: ' ' }, RESULT], tools: [TOOL] },
  },
  {
    service: 'moonshot',
    sent: { messages: [USER, { ...CALLED, reasoning_content: 'why' }, RESULT], tools: [TOOL] },
    got: { messages: [USER, { ...CALLED, reasoning_content: 'why' }, RESULT], tools: [TOOL] },
  },
  {
    service: 'qwen',
    model: 'qwen3-32b',
    sent: { messages: [USER] },
    got: { messages: [USER], enable_thinking: false },
  },
  {
    service: 'siliconflow',
    model: 'moonshotai/Kimi-K2-Thinking',
    sent: { messages: [USER, CALLED, RESULT], tools: [TOOL] },
    got: { messages: [USER, { ...CALLED, reasoning_content: ' ' }, RESULT], tools: [TOOL] },
  },
  ...['openrouter', 'doubao'].map((service) => ({
    service,
    sent: { messages: [USER], user: 'u'.repeat(200) },
    got: { messages: [USER], user: expect.stringMatching(/^[0-9a-f]{64}$/) },
  })),
];

/** The budget of tokens for reasoning in a request of another format, and what the service receives. */
export const HABITS: [service: string, thinkingBudget: number, asked: Body][] = [
  ['deepseek', 0, { thinking: { type: 'disabled' }, max_tokens: 50 }],
  ['deepseek', 4000, { thinking: { type: 'enabled' }, reasoning_effort: 'medium', max_tokens: 50 }],
  ['qwen', 0, { enable_thinking: false, max_completion_tokens: 50 }],
  ['qwen', 4000, { enable_thinking: true, thinking_budget: 4000 }],
  ['zhipu', 0, { thinking: { type: 'disabled' }, max_tokens: 50 }],
  ['minimax', 4000, { reasoning_split: true }],
  ['moonshot', 4000, { thinking: { type: 'enabled' } }],
  ['siliconflow', 4000, { enable_thinking: true, thinking_budget: 4000, max_tokens: 50 }],
  ['doubao', 4000, { thinking: { type: 'enabled' }, reasoning_effort: 'medium' }],
  ['perplexity', 4000, { max_tokens: 50 }],
  ['nvidia', 4000, { max_tokens: 50 }],
  ['together', 4000, { max_tokens: 50 }],
  ['groq', 4000, { reasoning_effort: 'medium' }],
];

/** The finish reason of a service, and what a client of another format receives. */
export const FINISHES: [service: string, reason: string, received: string][] = [
  ['mistral', 'model_length', 'MAX_TOKENS'],
  ['zhipu', 'sensitive', 'SAFETY'],
];
