import { describe, expect, it } from '@jest/globals';
import { type ChatRequest, type JsonObject, type Message, type Tool } from '#canonical';
import { thrownError } from './__fixtures__/thrown-error.js';
import { encodeRequest } from './encode-request.js';

const HELLO: Message = { role: 'user', content: [{ type: 'text', text: 'Hi' }] };
const WEATHER: Tool = { name: 'weather', parameters: { type: 'object', properties: { city: {} } } };
const CLOCK: Tool = { name: 'clock' };

const buildRequest = (members: Partial<ChatRequest> = {}): ChatRequest => ({
  model: 'public',
  isStreamed: false,
  messages: [HELLO],
  ...members,
});
const encode = (members: Partial<ChatRequest>): JsonObject =>
  encodeRequest(buildRequest(members), 'upstream').value;
const getLostFields = (members: Partial<ChatRequest>) =>
  encodeRequest(buildRequest(members), 'upstream').warnings.map(({ field }) => field);

/** A tool call and its result. The reasoning has a signature of this format or none. */
const buildToolMessages = (thought: 'signed' | 'lost'): Message[] => [
  HELLO,
  {
    role: 'assistant',
    content: [
      {
        type: 'reasoning',
        text: 'hm',
        signature: { origin: thought === 'signed' ? 'anthropic-messages' : 'openai-responses', value: 's' },
      },
      { type: 'tool-call', id: 'a', name: 'clock', arguments: '{}' },
    ],
  },
  { role: 'tool', results: [{ callId: 'a', content: [], isError: false }] },
];

describe('encoding a request in the Messages format', () => {
  it('sends only what the client set, and the required limit', () => {
    expect(encode({})).toStrictEqual({
      model: 'upstream',
      max_tokens: 4096,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
    });
  });

  it.each<[Partial<ChatRequest>, JsonObject]>([
    [{ isStreamed: true }, { stream: true }],
    [{ maxOutputTokens: 7 }, { max_tokens: 7 }],
    [
      { temperature: 0.3, topP: 0.9, topK: 4 },
      { temperature: 0.3, top_p: 0.9, top_k: 4 },
    ],
    [{ temperature: 1.7 }, { temperature: 1 }],
    [{ stopSequences: ['END', '\n'] }, { stop_sequences: ['END'] }],
    [{ userId: 'u' }, { metadata: { user_id: 'u' } }],
    [{ serviceTier: 'default' }, { service_tier: 'standard_only' }],
    [
      { outputFormat: { type: 'json-schema', name: 'n', schema: { type: 'object' }, strict: true } },
      { output_config: { format: { type: 'json_schema', schema: { type: 'object' } } } },
    ],
  ])('encodes %j', (members, expected) => {
    expect(encode(members)).toMatchObject(expected);
  });

  it('requests JSON by an instruction if there is no schema', () => {
    const system = [{ type: 'text', text: expect.stringContaining('JSON') }];
    expect(encode({ outputFormat: { type: 'json' } })).toMatchObject({ system });
  });

  describe('tools', () => {
    it.each<[Partial<ChatRequest>, JsonObject | undefined]>([
      [{}, undefined],
      [{ toolChoice: { type: 'auto' } }, { type: 'auto' }],
      [{ toolChoice: { type: 'none' } }, { type: 'none' }],
      [{ toolChoice: { type: 'required' } }, { type: 'any' }],
      [{ toolChoice: { type: 'tool', name: 'clock' } }, { type: 'tool', name: 'clock' }],
      [{ allowsParallelCalls: false }, { type: 'auto', disable_parallel_tool_use: true }],
      [
        { allowsParallelCalls: false, toolChoice: { type: 'required' } },
        { type: 'any', disable_parallel_tool_use: true },
      ],
      [{ allowsParallelCalls: false, toolChoice: { type: 'none' } }, { type: 'none' }],
    ])('encode the choice for %j', (members, choice) => {
      expect(encode({ tools: [WEATHER, CLOCK], ...members })['tool_choice']).toEqual(choice);
    });

    it('have an object schema', () => {
      const loose: Tool = {
        name: 'loose',
        description: 'd',
        parameters: { properties: {} },
        strict: true,
        cache: { ttl: '5m' },
      };
      expect(encode({ tools: [WEATHER, CLOCK, loose] })['tools']).toStrictEqual([
        { name: 'weather', input_schema: { type: 'object', properties: { city: {} } } },
        { name: 'clock', input_schema: { type: 'object', properties: {} } },
        {
          name: 'loose',
          description: 'd',
          input_schema: { type: 'object', properties: {} },
          strict: true,
          cache_control: { type: 'ephemeral', ttl: '5m' },
        },
      ]);
    });

    it('are only those that the choice allows', () => {
      const { tools, tool_choice: choice } = encode({
        tools: [WEATHER, CLOCK],
        toolChoice: { type: 'required', names: ['clock'] },
      });
      expect(tools).toMatchObject([{ name: 'clock' }]);
      expect(choice).toEqual({ type: 'any' });
    });

    it('are declared if they were called, even if the request has none', () => {
      const call = { type: 'tool-call' as const, id: 'a', name: 'clock', arguments: '{}' };
      const { tools, tool_choice: choice } = encode({
        messages: [HELLO, { role: 'assistant', content: [call] }],
      });
      expect(tools).toEqual([{ name: 'clock', input_schema: { type: 'object', properties: {} } }]);
      expect(choice).toEqual({ type: 'none' });
    });
  });

  describe('thinking', () => {
    const shown = { isShown: true };
    it.each<[Partial<ChatRequest>, JsonObject]>([
      [{ reasoning: { effort: 'none' } }, { thinking: { type: 'disabled' }, max_tokens: 4096 }],
      [
        { reasoning: { effort: 'minimal' } },
        { thinking: { type: 'adaptive' }, output_config: { effort: 'low' } },
      ],
      [{ reasoning: { effort: 'low' } }, { output_config: { effort: 'low' }, max_tokens: 4096 + 2048 }],
      [{ reasoning: { effort: 'medium' } }, { output_config: { effort: 'medium' } }],
      [{ reasoning: { effort: 'high' } }, { output_config: { effort: 'high' } }],
      [{ reasoning: { effort: 'xhigh' } }, { output_config: { effort: 'xhigh' } }],
      [{ reasoning: { effort: 'max', ...shown } }, { thinking: { type: 'adaptive', display: 'summarized' } }],
      [{ reasoning: { effort: 'max' }, maxOutputTokens: 50 }, { max_tokens: 50 }],
      [{ reasoning: { isShown: false } }, { thinking: { type: 'adaptive', display: 'omitted' } }],
      [
        { reasoning: { budgetTokens: 2000 } },
        { thinking: { type: 'enabled', budget_tokens: 2000 }, max_tokens: 6096 },
      ],
      [
        { reasoning: { budgetTokens: 9000 }, maxOutputTokens: 3000 },
        { thinking: { type: 'enabled', budget_tokens: 2999 }, max_tokens: 3000 },
      ],
      [{ reasoning: { budgetTokens: 10 } }, { thinking: { type: 'enabled', budget_tokens: 1024 } }],
      [{ reasoning: { budgetTokens: 2000 }, maxOutputTokens: 500 }, { thinking: { type: 'disabled' } }],
      [
        { reasoning: { effort: 'high' }, tools: [CLOCK], toolChoice: { type: 'required' } },
        { thinking: { type: 'disabled' }, tool_choice: { type: 'any' } },
      ],
    ])('encodes %j', (members, expected) => {
      expect(encode(members)).toMatchObject(expected);
    });

    it('drops sampling parameters that a thinking model rejects, with a warning', () => {
      const members: Partial<ChatRequest> = {
        reasoning: { effort: 'low' },
        temperature: 0.2,
        topP: 0.5,
        topK: 3,
      };
      const value = encode(members);
      expect([value['temperature'], value['top_p'], value['top_k']]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
      expect(getLostFields(members)).toEqual(['temperature', 'topK', 'topP']);
      expect(encode({ ...members, topP: 0.97 })['top_p']).toBe(0.97);
    });

    it('is disabled if the thinking before the last calls is missing', () => {
      const members: Partial<ChatRequest> = { reasoning: { budgetTokens: 2000 }, tools: [CLOCK] };
      expect(encode({ ...members, messages: buildToolMessages('signed') })).toMatchObject({
        thinking: { type: 'enabled' },
      });
      expect(encode({ ...members, messages: buildToolMessages('lost') })).toMatchObject({
        thinking: { type: 'disabled' },
      });
      expect(getLostFields({ ...members, messages: buildToolMessages('lost') })).toEqual(['reasoning']);
      expect(
        encode({
          ...members,
          messages: [
            ...buildToolMessages('lost'),
            HELLO,
            { role: 'assistant', content: [{ type: 'text', text: 'x' }] },
            HELLO,
          ],
        }),
      ).toMatchObject({
        thinking: { type: 'enabled' },
      });
    });
  });

  it.each<[Partial<ChatRequest>, string[]]>([
    [{ presencePenalty: 1, frequencyPenalty: 1 }, ['presencePenalty', 'frequencyPenalty']],
    [{ presencePenalty: 0, frequencyPenalty: 0, choiceCount: 1 }, []],
    [{ seed: 1 }, ['seed']],
    [{ verbosity: 'low' }, ['verbosity']],
    [{ metadata: { a: 'b' } }, ['metadata']],
    [{ promptCacheKey: 'k' }, ['promptCacheKey']],
    [{ serviceTier: 'flex' }, ['serviceTier']],
    [{ temperature: 1.2 }, ['temperature']],
    [{ stopSequences: [' '] }, ['stopSequences']],
    [{ reasoning: { budgetTokens: 10 } }, ['reasoning']],
    [{ extensions: { logit_bias: {} } }, []],
  ])('warns of the lost fields of %j', (members, fields) => {
    expect(getLostFields(members)).toEqual(fields);
  });

  it.each<[Partial<ChatRequest>, string, string]>([
    [{ choiceCount: 2 }, 'unsupported-parameter', 'choiceCount'],
    [{ logprobs: 0 }, 'unsupported-parameter', 'logprobs'],
    [{ toolChoice: { type: 'required' } }, 'unsupported-parameter', 'toolChoice'],
    [{ tools: [{ name: 'a.b' }] }, 'unsupported-parameter', 'tools'],
    [
      {
        messages: [{ role: 'user', content: [{ type: 'audio', source: { kind: 'url', url: 'https://x' } }] }],
      },
      'unsupported-capability',
      'model',
    ],
    [
      { messages: [{ role: 'user', content: [{ type: 'image', source: { kind: 'file', id: 'f' } }] }] },
      'unsupported-capability',
      'model',
    ],
    [
      {
        messages: [
          { role: 'assistant', content: [{ type: 'tool-call', id: 'a', name: 'f', arguments: '[1' }] },
        ],
      },
      'invalid-value',
      'messages',
    ],
  ])('rejects %j', (members, kind, param) => {
    expect(thrownError(() => encode(members))).toMatchObject({ kind, param });
  });
});
