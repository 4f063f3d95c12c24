import { describe, expect, it } from '@jest/globals';
import { type FormatId, type Part, type Reply } from '../conversation.js';
import { FORMATS } from './formats.js';

function read(format: FormatId, ...events: object[]): Reply {
  return events.reduce<Reply>((reply, event) => FORMATS[format].readEvent(reply, event), { parts: [] });
}

/** Parts without their keys, which are internal. */
function getParts({ parts }: Reply): object[] {
  return parts.map((part: Part) =>
    Object.fromEntries(Object.entries(part).filter(([name, value]) => name !== 'key' && value !== undefined)),
  );
}

function chunk(delta: object, finish: string | null = null): object {
  return {
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: finish }],
    usage: null,
  };
}

function start(index: number, block: object): object {
  return { type: 'content_block_start', index, content_block: block };
}

function delta(index: number, chunk: object): object {
  return { type: 'content_block_delta', index, delta: chunk };
}

function contentChunk(part: object, more: object = {}): object {
  return { candidates: [{ content: { role: 'model', parts: [part] }, index: 0, ...more }] };
}

const CALL = { kind: 'call', id: 'call_1', name: 'get_weather', arguments: '{"city":"Oslo"}' };

describe('the Chat format', () => {
  it('reads reasoning, text, tool calls and usage', () => {
    const reply = read(
      'chat',
      chunk({ role: 'assistant', content: null, refusal: null }),
      chunk({ reasoning_content: 'I ' }),
      chunk({ reasoning_content: 'think.' }),
      chunk({ content: 'Let me' }),
      chunk({ content: ' look.' }),
      chunk({ tool_calls: [{ index: 0, id: 'call_1', function: { name: 'get_weather', arguments: '' } }] }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: '{"city":' } }] }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: '"Oslo"}' } }] }),
      chunk({}, 'tool_calls'),
      {
        choices: [],
        usage: {
          prompt_tokens: 23,
          completion_tokens: 42,
          prompt_tokens_details: { cached_tokens: 3 },
          completion_tokens_details: { reasoning_tokens: 34 },
        },
      },
    );
    expect(getParts(reply)).toEqual([
      { kind: 'reasoning', text: 'I think.' },
      { kind: 'text', text: 'Let me look.' },
      CALL,
    ]);
    expect(reply.finish).toBe('tool_calls');
    expect(reply.usage).toEqual({ inputTokens: 23, cachedTokens: 3, outputTokens: 42, reasoningTokens: 34 });
  });

  it('separates parallel tool calls', () => {
    const reply = read(
      'chat',
      chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }] }),
      chunk({ tool_calls: [{ index: 1, id: 'b', function: { name: 'g', arguments: '{' } }] }),
      chunk({ tool_calls: [{ index: 1, function: { arguments: '}' } }] }),
    );
    expect(getParts(reply)).toMatchObject([
      { id: 'a', arguments: '{}' },
      { id: 'b', arguments: '{}' },
    ]);
  });

  it('reads refusals and errors within a stream', () => {
    expect(getParts(read('chat', chunk({ refusal: 'No.' })))).toEqual([{ kind: 'refusal', text: 'No.' }]);
    const error = { message: 'It ended early.', code: 'upstream_stream_error' };
    const broken = read('chat', chunk({ content: 'Half' }), { error });
    expect(broken).toMatchObject({ failure: { error }, finish: undefined });
    expect(getParts(broken)).toEqual([{ kind: 'text', text: 'Half' }]);
  });

  it('reads a complete response', () => {
    const reply = FORMATS.chat.readBody({
      choices: [
        {
          message: {
            content: 'Hi',
            tool_calls: [{ id: 'call_1', function: { name: 'get_weather', arguments: '{"city":"Oslo"}' } }],
          },
          finish_reason: 'stop',
        },
      ],
      usage: { prompt_tokens: 1, completion_tokens: 2 },
    });
    expect(getParts(reply)).toEqual([{ kind: 'text', text: 'Hi' }, CALL]);
    expect(reply.usage).toMatchObject({ inputTokens: 1, outputTokens: 2 });
  });
});

describe('the Responses format', () => {
  const reasoning = {
    type: 'reasoning',
    id: 'rs_1',
    summary: [
      { type: 'summary_text', text: 'One.' },
      { type: 'summary_text', text: 'Two.' },
    ],
    encrypted_content: 'signature',
  };
  const call = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'get_weather' };
  const message = { type: 'message', id: 'msg_1', content: [{ type: 'output_text', text: 'Hello.' }] };
  const usage = { input_tokens: 5, output_tokens: 9, output_tokens_details: { reasoning_tokens: 4 } };

  it('reads reasoning, text, tool calls and usage', () => {
    const reply = read(
      'responses',
      { type: 'response.created', response: { status: 'in_progress' } },
      {
        type: 'response.output_item.added',
        output_index: 0,
        item: { type: 'reasoning', id: 'rs_1', summary: [] },
      },
      { type: 'response.reasoning_summary_part.added', output_index: 0, summary_index: 0 },
      { type: 'response.reasoning_summary_text.delta', output_index: 0, summary_index: 0, delta: 'One.' },
      { type: 'response.reasoning_summary_part.added', output_index: 0, summary_index: 1 },
      { type: 'response.reasoning_summary_text.delta', output_index: 0, summary_index: 1, delta: 'Two.' },
      { type: 'response.output_item.done', output_index: 0, item: reasoning },
      { type: 'response.output_text.delta', output_index: 1, content_index: 0, delta: 'Hel' },
      { type: 'response.output_text.delta', output_index: 1, content_index: 0, delta: 'lo.' },
      { type: 'response.output_item.done', output_index: 1, item: message },
      { type: 'response.output_item.added', output_index: 2, item: { ...call, arguments: '' } },
      { type: 'response.function_call_arguments.delta', output_index: 2, delta: '{"city":"Oslo"}' },
      { type: 'response.output_item.done', output_index: 2, item: { ...call, arguments: '{"city":"Oslo"}' } },
      { type: 'response.completed', response: { status: 'completed', usage } },
    );
    expect(getParts(reply)).toEqual([
      { kind: 'reasoning', text: 'One.\n\nTwo.', id: 'rs_1', signature: 'signature' },
      { kind: 'text', text: 'Hello.' },
      CALL,
    ]);
    expect(reply).toMatchObject({
      finish: 'completed',
      usage: { inputTokens: 5, outputTokens: 9, reasoningTokens: 4 },
    });
  });

  it('reads deltas of reasoning, text and refusals', () => {
    const reply = read(
      'responses',
      { type: 'response.reasoning_summary_text.delta', output_index: 0, delta: 'Hm' },
      { type: 'response.output_text.delta', output_index: 1, content_index: 0, delta: 'He' },
      { type: 'response.refusal.delta', output_index: 1, content_index: 1, delta: 'No' },
    );
    expect(getParts(reply).map((part) => ('text' in part ? part.text : ''))).toEqual(['Hm', 'He', 'No']);
  });

  it('reads incomplete and failed responses', () => {
    const early = { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };
    expect(read('responses', { type: 'response.incomplete', response: early }).finish).toBe(
      'max_output_tokens',
    );
    const failed = { type: 'response.failed', response: { status: 'failed', error: { message: 'Broken.' } } };
    expect(read('responses', failed).failure).toEqual(failed);
    expect(read('responses', { type: 'error', message: 'Cut.' }).failure).toMatchObject({ message: 'Cut.' });
  });

  it('reads a complete response', () => {
    const output = [reasoning, message, { ...call, arguments: '{"city":"Oslo"}' }];
    const reply = FORMATS.responses.readBody({ status: 'completed', output, usage });
    expect(getParts(reply)).toMatchObject([{ signature: 'signature' }, { text: 'Hello.' }, CALL]);
    expect(reply.finish).toBe('completed');
  });
});

describe('the Messages format', () => {
  it('reads reasoning, text, tool calls and usage', () => {
    const reply = read(
      'messages',
      {
        type: 'message_start',
        message: { usage: { input_tokens: 10, cache_read_input_tokens: 4, output_tokens: 1 } },
      },
      { type: 'ping' },
      start(0, { type: 'thinking', thinking: '', signature: '' }),
      delta(0, { type: 'thinking_delta', thinking: 'Hm.' }),
      delta(0, { type: 'signature_delta', signature: 'sig' }),
      { type: 'content_block_stop', index: 0 },
      start(1, { type: 'text', text: '' }),
      delta(1, { type: 'text_delta', text: 'Let me look.' }),
      start(2, { type: 'tool_use', id: 'call_1', name: 'get_weather', input: {} }),
      delta(2, { type: 'input_json_delta', partial_json: '{"city":' }),
      delta(2, { type: 'input_json_delta', partial_json: '"Oslo"}' }),
      {
        type: 'message_delta',
        delta: { stop_reason: 'tool_use' },
        usage: { output_tokens: 42, output_tokens_details: { thinking_tokens: 8 } },
      },
      { type: 'message_stop' },
    );
    expect(getParts(reply)).toEqual([
      { kind: 'reasoning', text: 'Hm.', signature: 'sig' },
      { kind: 'text', text: 'Let me look.' },
      CALL,
    ]);
    expect(reply.finish).toBe('tool_use');
    expect(reply.usage).toEqual({ inputTokens: 14, cachedTokens: 4, outputTokens: 42, reasoningTokens: 8 });
  });

  it('reads redacted reasoning and errors', () => {
    expect(getParts(read('messages', start(0, { type: 'redacted_thinking', data: 'xyz' })))).toEqual([
      { kind: 'reasoning', text: '', signature: 'xyz', isHidden: true },
    ]);
    const error = { type: 'error', error: { type: 'overloaded_error', message: 'Later.' } };
    expect(read('messages', error).failure).toEqual(error);
  });

  it('reads a complete response', () => {
    const reply = FORMATS.messages.readBody({
      content: [
        { type: 'thinking', thinking: 'Hm.', signature: 'sig' },
        { type: 'text', text: 'Hi' },
        { type: 'tool_use', id: 'call_1', name: 'get_weather', input: { city: 'Oslo' } },
      ],
      stop_reason: 'end_turn',
      usage: { input_tokens: 1, output_tokens: 2 },
    });
    expect(getParts(reply)).toEqual([
      { kind: 'reasoning', text: 'Hm.', signature: 'sig' },
      { kind: 'text', text: 'Hi' },
      CALL,
    ]);
    expect(reply).toMatchObject({ finish: 'end_turn', usage: { inputTokens: 1 } });
  });
});

describe('the generateContent format', () => {
  it('reads reasoning, text, tool calls and usage', () => {
    const reply = read(
      'generateContent',
      contentChunk({ text: 'I ', thought: true }),
      contentChunk({ text: 'think.', thought: true }),
      contentChunk({ text: 'Let me' }),
      contentChunk({ text: ' look.' }),
      contentChunk({
        functionCall: { id: 'call_1', name: 'get_weather', args: { city: 'Oslo' } },
        thoughtSignature: 'c2ln',
      }),
      {
        ...contentChunk({ text: '', thoughtSignature: 'ZW5k' }, { finishReason: 'STOP' }),
        usageMetadata: { promptTokenCount: 23, candidatesTokenCount: 8, thoughtsTokenCount: 34 },
      },
    );
    expect(getParts(reply)).toEqual([
      { kind: 'reasoning', text: 'I think.' },
      { kind: 'text', text: 'Let me look.' },
      { ...CALL, signature: 'c2ln' },
      { kind: 'text', text: '', signature: 'ZW5k' },
    ]);
    expect(reply.finish).toBe('STOP');
    expect(reply.usage).toEqual({ inputTokens: 23, cachedTokens: 0, outputTokens: 42, reasoningTokens: 34 });
  });

  it('reads images, blocked prompts and errors', () => {
    const inlineData = { mimeType: 'image/png', data: 'AAAA' };
    expect(getParts(read('generateContent', contentChunk({ inlineData })))).toEqual([
      { kind: 'image', mediaType: 'image/png', data: 'AAAA' },
    ]);
    expect(read('generateContent', { promptFeedback: { blockReason: 'SAFETY' } }).finish).toBe('SAFETY');
    const error = { code: 502, message: 'Broken.', status: 'INTERNAL' };
    expect(read('generateContent', { error }).failure).toEqual({ error });
  });
});
