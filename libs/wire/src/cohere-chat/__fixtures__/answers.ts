import { type JsonObject } from '#canonical';

/**
 * The structure is from https://docs.cohere.com/reference/chat and https://docs.cohere.com/v2/docs/streaming; the
 * texts are ours.
 */

const USAGE = {
  billed_units: { input_tokens: 12, output_tokens: 9 },
  tokens: { input_tokens: 78, output_tokens: 9 },
  cached_tokens: 4,
};

const SOURCE = {
  type: 'tool',
  id: 'look_up_1:0',
  tool_output: { output: '{"url":"https://example.com/oslo","title":"Oslo","population":717710}' },
};
const NAMELESS = { type: 'document', id: 'doc:0', document: { text: 'no address' } };
const CITATION = { start: 0, end: 4, text: 'Oslo', sources: [SOURCE, NAMELESS], content_index: 1 };

export const WHOLE_RESPONSE: JsonObject = {
  id: 'c14c80c3-18eb-4519-9460-6c92edd8cfb4',
  message: {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'Which one?' },
      { type: 'text', text: 'Oslo it is.' },
    ],
    citations: [{ ...CITATION, type: 'TEXT_CONTENT' }],
  },
  finish_reason: 'COMPLETE',
  usage: USAGE,
};

const inMessage = (message: JsonObject): JsonObject => ({ delta: { message } });
const content = (index: number, members: JsonObject): JsonObject => ({
  index,
  ...inMessage({ content: members }),
});

export const STREAMED_RESPONSE: JsonObject[] = [
  {
    id: 'c14c80c3-18eb-4519-9460-6c92edd8cfb4',
    type: 'message-start',
    ...inMessage({ role: 'assistant', content: [], tool_plan: '', tool_calls: [], citations: [] }),
  },
  { type: 'content-start', ...content(0, { type: 'thinking', thinking: '' }) },
  { type: 'content-delta', ...content(0, { thinking: 'Which ' }) },
  { type: 'content-delta', ...content(0, { thinking: 'one?' }) },
  { type: 'content-end', index: 0 },
  { type: 'content-start', ...content(1, { type: 'text', text: '' }) },
  { type: 'content-delta', ...content(1, { text: 'Oslo' }) },
  { type: 'content-delta', ...content(1, { text: ' it is.' }) },
  { type: 'content-end', index: 1 },
  { type: 'citation-start', index: 0, ...inMessage({ citations: CITATION }) },
  { type: 'citation-end', index: 0 },
  { type: 'message-end', delta: { finish_reason: 'COMPLETE', usage: USAGE } },
];

const CALL = { id: 'get_weather_x1', type: 'function' };

export const WHOLE_CALLS: JsonObject = {
  id: 'e5',
  message: {
    role: 'assistant',
    tool_plan: 'I will look at both.',
    tool_calls: [
      { ...CALL, function: { name: 'get_weather', arguments: '{"city": "Oslo"}' } },
      { id: 'now_x2', type: 'function', function: { name: 'now', arguments: '' } },
    ],
  },
  finish_reason: 'TOOL_CALL',
  usage: USAGE,
};

const growing = (index: number, fragment: string): JsonObject => ({
  type: 'tool-call-delta',
  index,
  ...inMessage({ tool_calls: { function: { arguments: fragment } } }),
});

export const STREAMED_CALLS: JsonObject[] = [
  { id: 'e5', type: 'message-start', ...inMessage({ role: 'assistant' }) },
  { type: 'tool-plan-delta', ...inMessage({ tool_plan: 'I will look' }) },
  { type: 'tool-plan-delta', ...inMessage({ tool_plan: ' at both.' }) },
  {
    type: 'tool-call-start',
    index: 0,
    ...inMessage({ tool_calls: { ...CALL, function: { name: 'get_weather', arguments: '' } } }),
  },
  growing(0, '{"city"'),
  growing(0, ': "Oslo"}'),
  { type: 'tool-call-end', index: 0 },
  {
    type: 'tool-call-start',
    index: 1,
    ...inMessage({ tool_calls: { id: 'now_x2', type: 'function', function: { name: 'now', arguments: '' } } }),
  },
  { type: 'tool-call-end', index: 1 },
  { type: 'message-end', delta: { finish_reason: 'TOOL_CALL', usage: USAGE } },
];
