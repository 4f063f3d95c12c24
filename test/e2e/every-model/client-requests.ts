import { type Effort, type JsonValue, type RequestField } from '#canonical';

export const CLIENTS = [
  'openai-chat',
  'openai-responses',
  'anthropic-messages',
  'gemini-generate-content',
  'openai-completions',
] as const;
export type Client = (typeof CLIENTS)[number];

/** A field of a request: its name in the client's format, and the members that set it. */
export type Setting = readonly [
  field: RequestField,
  param: string,
  members: Readonly<Record<string, JsonValue>>,
];

/** Settings that are allowed together in a format, and the meaning of some of them. */
export interface Variant {
  name: string;
  settings: readonly Setting[];
  reasoning?: { effort?: Effort; budget?: number };
  isForced?: boolean;
  isSchema?: boolean;
}

/** More than the output of any model. */
const TOO_MUCH = 50_000_000;
const SCHEMA = {
  type: 'object',
  properties: { a: { type: 'string' } },
  required: ['a'],
  additionalProperties: false,
};

const chatTool = { type: 'function', function: { name: 'f', parameters: SCHEMA } };
const chatSettings: readonly Setting[] = [
  ['temperature', 'temperature', { temperature: 0.3 }],
  ['topP', 'top_p', { top_p: 0.9 }],
  ['presencePenalty', 'presence_penalty', { presence_penalty: 0.5 }],
  ['frequencyPenalty', 'frequency_penalty', { frequency_penalty: 0.5 }],
  ['seed', 'seed', { seed: 7 }],
  ['stopSequences', 'stop', { stop: ['END'] }],
  ['choiceCount', 'n', { n: 2 }],
  ['logprobs', 'logprobs', { logprobs: true, top_logprobs: 2 }],
  ['tools', 'tools', { tools: [chatTool] }],
  ['allowsParallelCalls', 'parallel_tool_calls', { parallel_tool_calls: false }],
  ['verbosity', 'verbosity', { verbosity: 'low' }],
  ['userId', 'user', { user: 'me' }],
  ['metadata', 'metadata', { metadata: { a: 'b' } }],
  ['promptCacheKey', 'prompt_cache_key', { prompt_cache_key: 'k' }],
];

const CHAT: readonly Variant[] = [
  {
    name: 'may call',
    reasoning: { effort: 'xhigh' },
    isSchema: true,
    settings: [
      ...chatSettings,
      ['maxOutputTokens', 'max_completion_tokens', { max_tokens: TOO_MUCH }],
      ['toolChoice', 'tool_choice', { tool_choice: 'auto' }],
      ['reasoning', 'reasoning_effort', { reasoning_effort: 'xhigh' }],
      [
        'outputFormat',
        'response_format',
        { response_format: { type: 'json_schema', json_schema: { name: 'a', schema: SCHEMA } } },
      ],
      ['serviceTier', 'service_tier', { service_tier: 'flex' }],
    ],
  },
  {
    name: 'must call',
    reasoning: { effort: 'none' },
    isForced: true,
    settings: [
      ...chatSettings,
      ['maxOutputTokens', 'max_completion_tokens', { max_completion_tokens: TOO_MUCH }],
      ['toolChoice', 'tool_choice', { tool_choice: { type: 'function', function: { name: 'f' } } }],
      ['reasoning', 'reasoning_effort', { reasoning_effort: 'none' }],
      ['outputFormat', 'response_format', { response_format: { type: 'json_object' } }],
      ['serviceTier', 'service_tier', { service_tier: 'priority' }],
    ],
  },
  { name: 'does not say how to reason', settings: chatSettings },
];

const responsesTool = { type: 'function', name: 'f', parameters: SCHEMA };
const responsesSettings: readonly Setting[] = [
  ['temperature', 'temperature', { temperature: 0.3 }],
  ['topP', 'top_p', { top_p: 0.9 }],
  ['logprobs', 'top_logprobs', { top_logprobs: 2, include: ['message.output_text.logprobs'] }],
  ['maxOutputTokens', 'max_output_tokens', { max_output_tokens: TOO_MUCH }],
  ['allowsParallelCalls', 'parallel_tool_calls', { parallel_tool_calls: false }],
  ['verbosity', 'text.verbosity', { 'text.verbosity': 'low' }],
  ['userId', 'user', { user: 'me' }],
  ['metadata', 'metadata', { metadata: { a: 'b' } }],
  ['promptCacheKey', 'prompt_cache_key', { prompt_cache_key: 'k' }],
];

const RESPONSES: readonly Variant[] = [
  {
    name: 'may call',
    reasoning: { effort: 'none' },
    isSchema: true,
    settings: [
      ...responsesSettings,
      ['tools', 'tools', { tools: [responsesTool] }],
      ['toolChoice', 'tool_choice', { tool_choice: 'auto' }],
      ['reasoning', 'reasoning', { reasoning: { effort: 'none' } }],
      ['outputFormat', 'text.format', { 'text.format': { type: 'json_schema', name: 'a', schema: SCHEMA } }],
      ['serviceTier', 'service_tier', { service_tier: 'flex' }],
    ],
  },
  {
    name: 'must call',
    reasoning: { effort: 'minimal' },
    isForced: true,
    settings: [
      ...responsesSettings,
      ['tools', 'tools', { tools: [responsesTool] }],
      ['toolChoice', 'tool_choice', { tool_choice: { type: 'function', name: 'f' } }],
      ['reasoning', 'reasoning', { reasoning: { effort: 'minimal', summary: 'auto' } }],
      ['serviceTier', 'service_tier', { service_tier: 'auto' }],
    ],
  },
  {
    name: 'searches',
    reasoning: { effort: 'xhigh' },
    settings: [
      ...responsesSettings,
      ['tools', 'tools', { tools: [responsesTool, { type: 'web_search' }] }],
      ['webSearch', 'tools', {}],
      ['reasoning', 'reasoning', { reasoning: { effort: 'xhigh', summary: 'auto' } }],
      ['serviceTier', 'service_tier', { service_tier: 'priority' }],
    ],
  },
];

const messagesTool = { name: 'f', input_schema: SCHEMA };
const messagesFormat = { 'output_config.format': { type: 'json_schema', schema: SCHEMA } };
const messagesSettings: readonly Setting[] = [
  ['maxOutputTokens', 'max_tokens', { max_tokens: TOO_MUCH }],
  ['stopSequences', 'stop_sequences', { stop_sequences: ['END'] }],
  ['userId', 'metadata.user_id', { 'metadata.user_id': 'me' }],
  ['outputFormat', 'output_config.format', messagesFormat],
  ['serviceTier', 'service_tier', { service_tier: 'auto' }],
  [
    'allowsParallelCalls',
    'tool_choice.disable_parallel_tool_use',
    { 'tool_choice.disable_parallel_tool_use': true },
  ],
];

const MESSAGES: readonly Variant[] = [
  {
    name: 'may call',
    reasoning: { budget: 31_000 },
    isSchema: true,
    settings: [
      ...messagesSettings,
      ['topP', 'top_p', { top_p: 0.99 }],
      ['tools', 'tools', { tools: [messagesTool] }],
      ['toolChoice', 'tool_choice', { 'tool_choice.type': 'auto' }],
      ['reasoning', 'thinking', { thinking: { type: 'enabled', budget_tokens: 31_000 } }],
    ],
  },
  {
    name: 'must call',
    isForced: true,
    isSchema: true,
    settings: [
      ...messagesSettings,
      ['temperature', 'temperature', { temperature: 0.3 }],
      ['topP', 'top_p', { top_p: 0.9 }],
      ['topK', 'top_k', { top_k: 5 }],
      ['tools', 'tools', { tools: [messagesTool] }],
      ['toolChoice', 'tool_choice', { 'tool_choice.type': 'tool', 'tool_choice.name': 'f' }],
    ],
  },
  {
    name: 'searches',
    reasoning: { effort: 'xhigh' },
    isSchema: true,
    settings: [
      ...messagesSettings,
      ['tools', 'tools', { tools: [messagesTool, { type: 'web_search_20250305', name: 'web_search' }] }],
      ['webSearch', 'tools', {}],
      ['toolChoice', 'tool_choice', { 'tool_choice.type': 'auto' }],
      ['reasoning', 'thinking', { thinking: { type: 'adaptive' }, 'output_config.effort': 'xhigh' }],
    ],
  },
];

const geminiTool = { functionDeclarations: [{ name: 'f', parametersJsonSchema: SCHEMA }] };
const geminiSettings: readonly Setting[] = [
  ['temperature', 'generationConfig.temperature', { 'generationConfig.temperature': 0.3 }],
  ['topP', 'generationConfig.topP', { 'generationConfig.topP': 0.9 }],
  ['topK', 'generationConfig.topK', { 'generationConfig.topK': 5 }],
  ['presencePenalty', 'generationConfig.presencePenalty', { 'generationConfig.presencePenalty': 0.5 }],
  ['frequencyPenalty', 'generationConfig.frequencyPenalty', { 'generationConfig.frequencyPenalty': 0.5 }],
  ['seed', 'generationConfig.seed', { 'generationConfig.seed': 7 }],
  ['stopSequences', 'generationConfig.stopSequences', { 'generationConfig.stopSequences': ['END'] }],
  ['choiceCount', 'generationConfig.candidateCount', { 'generationConfig.candidateCount': 2 }],
  [
    'logprobs',
    'generationConfig.responseLogprobs',
    { 'generationConfig.responseLogprobs': true, 'generationConfig.logprobs': 2 },
  ],
  ['maxOutputTokens', 'generationConfig.maxOutputTokens', { 'generationConfig.maxOutputTokens': TOO_MUCH }],
  ['tools', 'tools', { tools: [geminiTool] }],
];
const THINKING = 'generationConfig.thinkingConfig';
const CALLING = 'toolConfig.functionCallingConfig';

const GEMINI: readonly Variant[] = [
  {
    name: 'may call',
    reasoning: { budget: 8192 },
    isSchema: true,
    settings: [
      ...geminiSettings,
      ['toolChoice', CALLING, { [CALLING]: { mode: 'AUTO' } }],
      ['reasoning', THINKING, { [THINKING]: { thinkingBudget: 8192, includeThoughts: true } }],
      [
        'outputFormat',
        'generationConfig.responseMimeType',
        {
          'generationConfig.responseMimeType': 'application/json',
          'generationConfig.responseJsonSchema': SCHEMA,
        },
      ],
      ['serviceTier', 'serviceTier', { serviceTier: 'flex' }],
    ],
  },
  {
    name: 'must call',
    reasoning: { effort: 'minimal' },
    isForced: true,
    settings: [
      ...geminiSettings,
      ['toolChoice', CALLING, { [CALLING]: { mode: 'ANY', allowedFunctionNames: ['f'] } }],
      ['reasoning', THINKING, { [THINKING]: { thinkingLevel: 'MINIMAL' } }],
      ['serviceTier', 'serviceTier', { serviceTier: 'priority' }],
    ],
  },
  {
    name: 'searches',
    reasoning: { budget: 50_000 },
    settings: [
      ...geminiSettings.filter(([field]) => field !== 'tools'),
      ['reasoning', THINKING, { [THINKING]: { thinkingBudget: 50_000 } }],
      ['webSearch', 'tools', { tools: [{ googleSearch: {} }] }],
    ],
  },
];

const COMPLETIONS: readonly Variant[] = [
  {
    name: 'completes',
    settings: [
      ...chatSettings.filter(([field]) =>
        [
          'temperature',
          'topP',
          'presencePenalty',
          'frequencyPenalty',
          'seed',
          'stopSequences',
          'choiceCount',
          'userId',
        ].includes(field),
      ),
      ['logprobs', 'logprobs', { logprobs: 2 }],
      ['maxOutputTokens', 'max_tokens', { max_tokens: TOO_MUCH }],
    ],
  },
];

export const VARIANTS: Readonly<Record<Client, readonly Variant[]>> = {
  'openai-chat': CHAT,
  'openai-responses': RESPONSES,
  'anthropic-messages': MESSAGES,
  'gemini-generate-content': GEMINI,
  'openai-completions': COMPLETIONS,
};
