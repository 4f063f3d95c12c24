import { type ChatRequest } from '#canonical';

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const tools = [{ name: 'get_weather', description: 'The weather in a city', parameters }];

const base = { model: 'm', isStreamed: false, maxOutputTokens: 256 } as const;
const asking = (text: string) => ({ role: 'user' as const, content: [{ type: 'text' as const, text }] });
const call = (id: string, city: string) => ({
  type: 'tool-call' as const,
  id,
  name: 'get_weather',
  arguments: `{"city":"${city}"}`,
});
const result = (callId: string, text: string) => ({
  callId,
  name: 'get_weather',
  content: [{ type: 'text' as const, text }],
  isError: false,
});

/** Conversations that every format can express, one for each common error of translators. */
export const GOLDEN_CASES: Record<string, ChatRequest> = {
  plain: { ...base, messages: [asking('Hello!')] },
  'system-and-turns': {
    ...base,
    messages: [
      { role: 'system', content: [{ type: 'text', text: 'Be brief.' }] },
      asking('Who was Ada Lovelace?'),
      { role: 'assistant', content: [{ type: 'text', text: 'A mathematician.' }] },
      asking('When was she born?'),
    ],
  },
  'tool-round-trip': {
    ...base,
    tools,
    messages: [
      asking('Weather in Oslo?'),
      { role: 'assistant', content: [call('call_0123456789abcdefghijklmn', 'Oslo')] },
      { role: 'tool', results: [result('call_0123456789abcdefghijklmn', 'Snow.')] },
      asking('And tomorrow?'),
    ],
  },
  'parallel-tools': {
    ...base,
    tools,
    toolChoice: { type: 'auto' },
    messages: [
      asking('Weather in Oslo and Rome?'),
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Let me see.' },
          call('call_aaaaaaaaaaaaaaaaaaaaaaaa', 'Oslo'),
          call('call_bbbbbbbbbbbbbbbbbbbbbbbb', 'Rome'),
        ],
      },
      {
        role: 'tool',
        results: [
          result('call_aaaaaaaaaaaaaaaaaaaaaaaa', 'Snow.'),
          result('call_bbbbbbbbbbbbbbbbbbbbbbbb', 'Sun.'),
        ],
      },
    ],
  },
  'forced-tool': {
    ...base,
    tools,
    toolChoice: { type: 'tool', name: 'get_weather' },
    messages: [asking('Oslo')],
  },
  image: {
    ...base,
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is this?' },
          { type: 'image', source: { kind: 'bytes', mediaType: 'image/png', base64: PIXEL } },
        ],
      },
    ],
  },
  'json-schema': {
    ...base,
    outputFormat: {
      type: 'json-schema',
      name: 'answer',
      schema: {
        type: 'object',
        properties: { n: { type: 'integer' } },
        required: ['n'],
        additionalProperties: false,
      },
    },
    messages: [asking('A number, please.')],
  },
  sampling: { ...base, temperature: 0.5, topP: 0.9, messages: [asking('Hello!')] },
  reasoning: {
    ...base,
    maxOutputTokens: 8000,
    reasoning: { effort: 'medium' },
    messages: [asking('Think.')],
  },
};
