import { describe, expect, it } from '@jest/globals';
import { type AssistantPart, type FinishKind, type JsonObject, streamResponse } from '#canonical';
import { SIGNATURE, buildResponse, encodeResponse, getEvents, getTypes } from './__fixtures__/answers.js';

const getOutput = (content: AssistantPart[], body?: JsonObject): unknown =>
  encodeResponse(buildResponse(content), body)['output'];

describe('a response object', () => {
  it('has every key', () => {
    expect(Object.keys(encodeResponse(buildResponse([]))).toSorted()).toEqual(
      [
        'id',
        'object',
        'created_at',
        'completed_at',
        'status',
        'background',
        'conversation',
        'error',
        'incomplete_details',
        'instructions',
        'max_output_tokens',
        'max_tool_calls',
        'model',
        'output',
        'parallel_tool_calls',
        'previous_response_id',
        'prompt',
        'prompt_cache_key',
        'reasoning',
        'safety_identifier',
        'service_tier',
        'store',
        'temperature',
        'text',
        'tool_choice',
        'tools',
        'top_logprobs',
        'top_p',
        'truncation',
        'usage',
        'user',
        'metadata',
      ].toSorted(),
    );
  });

  it('repeats the settings of its request', () => {
    const tools = [{ type: 'function', name: 'f', parameters: null, strict: true }];
    const settings = {
      instructions: 'i',
      tools,
      tool_choice: 'required',
      temperature: 0.5,
      store: false,
      metadata: { a: 'b' },
    };
    expect(
      encodeResponse(buildResponse([]), {
        ...settings,
        text: { verbosity: 'low', format: null },
        reasoning: { effort: 'low' },
      }),
    ).toMatchObject({
      ...settings,
      model: 'fast',
      created_at: 1_767_225_600,
      text: { verbosity: 'low', format: { type: 'text' } },
      reasoning: { effort: 'low', summary: null },
      usage: {
        input_tokens: 14,
        input_tokens_details: { cached_tokens: 4, cache_write_tokens: 2 },
        output_tokens: 20,
        output_tokens_details: { reasoning_tokens: 5 },
        total_tokens: 34,
      },
    });
  });

  it.each<[FinishKind, AssistantPart[], string, string | undefined]>([
    ['stop', [{ type: 'text', text: 'a' }], 'completed', undefined],
    ['stop-sequence', [{ type: 'text', text: 'a' }], 'completed', undefined],
    ['tool-calls', [{ type: 'tool-call', id: 'c', name: 'f', arguments: '{}' }], 'completed', undefined],
    ['other', [{ type: 'text', text: 'a' }], 'completed', undefined],
    ['length', [{ type: 'text', text: 'a' }], 'incomplete', 'max_output_tokens'],
    ['content-filter', [{ type: 'text', text: 'a' }], 'incomplete', 'content_filter'],
    ['refusal', [{ type: 'text', text: 'a' }], 'incomplete', 'content_filter'],
    ['refusal', [{ type: 'refusal', text: 'a' }], 'completed', undefined],
  ])('that finished with %s and %j is %s', (kind, content, status, reason) => {
    expect(encodeResponse(buildResponse(content, kind))).toMatchObject({
      status,
      incomplete_details: reason === undefined ? null : { reason },
      output: [{ status }],
    });
    const events = getEvents(streamResponse(buildResponse(content, kind)));
    expect(events.at(-1)).toMatchObject({
      type: `response.${status}`,
      response: { status, output: [{ status }] },
    });
  });

  it('to a blocked prompt is incomplete and empty', () => {
    const blocked = { ...buildResponse([]), choices: [], promptBlock: { reason: 'SAFETY' } };
    expect(encodeResponse(blocked)).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'content_filter' },
      output: [],
    });
  });

  it('has ids that depend only on the request', () => {
    const content: AssistantPart[] = [
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'a' },
      { type: 'tool-call', id: 'toolu_1', name: 'f', arguments: '{}' },
    ];
    const { id, output } = encodeResponse(buildResponse(content)) as { id: string; output: { id: string }[] };
    expect(id).toMatch(/^resp_[0-9a-f]{40}$/);
    expect(output.map((item) => item.id.split('_')[0])).toEqual(['rs', 'msg', 'fc']);
    expect(encodeResponse(buildResponse(content))).toMatchObject({ id, output });
    expect(output[2]).toMatchObject({ call_id: 'toolu_1', status: 'completed', name: 'f', arguments: '{}' });
  });

  it('carries signatures where clients send them back', () => {
    const sealed = 'mgproof.anthropic-messages.c2ln';
    expect(
      getOutput([
        { type: 'reasoning', text: 'hm', signature: SIGNATURE },
        { type: 'reasoning', text: '', signature: SIGNATURE, isRedacted: true },
        { type: 'reasoning', text: '', signature: { origin: 'openai-responses', value: 'enc' } },
        { type: 'tool-call', id: 'c', name: 'f', arguments: '{}', signature: SIGNATURE },
      ]),
    ).toMatchObject([
      { type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }], encrypted_content: sealed },
      { type: 'reasoning', summary: [], encrypted_content: `mgredacted.${sealed}` },
      { type: 'reasoning', summary: [], encrypted_content: 'enc' },
      { type: 'function_call', call_id: 'c' },
      { type: 'reasoning', summary: [], encrypted_content: `mgcall.${sealed}` },
    ]);
  });

  it('includes generated images', () => {
    const source = { kind: 'bytes', mediaType: 'image/png', base64: 'aGk=' } as const;
    expect(getOutput([{ type: 'image', source }])).toMatchObject([
      { type: 'image_generation_call', status: 'completed', result: 'aGk=' },
    ]);
  });

  it('calls free-text tools with free text', () => {
    const call: AssistantPart = { type: 'tool-call', id: 'c', name: 'patch', arguments: '{"input":"a\\nb"}' };
    const body = { tools: [{ type: 'custom', name: 'patch' }] };
    expect(getOutput([call], body)).toMatchObject([
      { type: 'custom_tool_call', call_id: 'c', name: 'patch', input: 'a\nb', status: 'completed' },
    ]);
    expect(getTypes(getEvents(streamResponse(buildResponse([call])), body)).slice(2, -1)).toEqual([
      'output_item.added',
      'custom_tool_call_input.delta',
      'custom_tool_call_input.done',
      'output_item.done',
    ]);
  });
});
