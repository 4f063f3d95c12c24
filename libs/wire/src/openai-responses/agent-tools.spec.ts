import { describe, expect, it } from '@jest/globals';
import {
  type ChatRequest,
  type JsonObject,
  type StreamPart,
  type Translated,
  type Warning,
} from '#canonical';
import { SseDecoder } from '#sse';
import * as fc from 'fast-check';
import { openAiResponsesIngress } from './index.js';

const decode = (body: JsonObject): Translated<ChatRequest> =>
  openAiResponsesIngress.decodeRequest({ model: 'm', input: 'hi', ...body }, {});
const getParams = (warnings: readonly Warning[]): unknown[] => warnings.map(({ field }) => field);

const schema = { type: 'object', properties: { q: { type: 'string' } } };
const group = (name: string, ...tools: JsonObject[]): JsonObject => ({
  type: 'namespace',
  name,
  description: `About ${name}`,
  tools,
});
const fn = (name: string): JsonObject => ({ type: 'function', name, description: `Does ${name}` });
const grammar = { type: 'grammar', syntax: 'lark', definition: 'start: "a"+' };
const search = { type: 'tool_search', execution: 'client', description: 'Finds tools', parameters: schema };

/** The item that the client receives for a call of this tool. */
function encodeCall(body: JsonObject, name: string, argumentsText = '{"input":"x"}'): JsonObject {
  const at = { choice: 0, block: 0 };
  const parts: StreamPart[] = [
    { type: 'response-start', id: 'up', model: 'm', createdAtSeconds: 1 },
    { type: 'tool-call-start', id: 'c', name, ...at },
    { type: 'tool-call-delta', arguments: argumentsText, ...at },
    { type: 'tool-call-end', ...at },
    { type: 'finish', choice: 0, finish: { kind: 'tool-calls' } },
  ];
  const settings = openAiResponsesIngress.getSettings?.(body) ?? {};
  const context = { request: { model: 'm' }, body: settings, hints: {}, requestId: 'req_1' };
  const encoder = openAiResponsesIngress.createStreamEncoder(context);
  const frames = parts.map((part) => encoder.push(part)).join('') + encoder.end();
  const events = new SseDecoder().push(Buffer.from(frames)).flatMap((block) => block.event ?? []);
  const last = JSON.parse(events.at(-1)?.data ?? '{}') as { response: { output: [JsonObject] } };
  const done = events.find(({ event }) => event === 'response.output_item.done');
  const { item } = JSON.parse(done?.data ?? '{}') as { item: JsonObject };
  expect(item).toEqual(last.response.output[0]);
  return item;
}

describe('the tools of an agent', () => {
  it('lose their namespaces, and their calls get them back', () => {
    const body: JsonObject = {
      tools: [group('team', fn('spawn'), { type: 'custom', name: 'exec', format: grammar }), fn('spawn')],
    };
    const { value, warnings } = decode(body);
    expect(warnings).toEqual([]);
    expect(value.tools).toMatchObject([
      { name: 'team__spawn', description: 'About team\n\nDoes spawn' },
      { name: 'team__exec', description: expect.stringContaining(grammar.definition) },
      { name: 'spawn', description: 'Does spawn' },
    ]);
    expect(encodeCall(body, 'team__spawn', '{}')).toMatchObject({
      type: 'function_call',
      namespace: 'team',
      name: 'spawn',
    });
    expect(encodeCall(body, 'team__exec')).toMatchObject({
      type: 'custom_tool_call',
      namespace: 'team',
      name: 'exec',
      input: 'x',
    });
    expect(encodeCall(body, 'spawn', '{}')).not.toHaveProperty('namespace');
  });

  it('get different names that services accept', () => {
    const long = 'n'.repeat(60);
    const body: JsonObject = {
      tools: [fn('a__b'), group('a', fn('b')), group(long, fn('tool')), group('a b', fn('c'))],
    };
    const names = decode(body).value.tools?.map(({ name }) => name) ?? [];
    expect(new Set(names).size).toBe(4);
    for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(encodeCall(body, names[1] ?? '', '{}')).toMatchObject({ namespace: 'a', name: 'b' });
    expect(encodeCall(body, names[2] ?? '', '{}')).toMatchObject({ namespace: long, name: 'tool' });
  });

  it('may be in the conversation, where the newest definition counts', () => {
    const body: JsonObject = {
      tools: [fn('old')],
      input: [
        { type: 'additional_tools', role: 'developer', tools: [group('g', fn('run'))] },
        { role: 'user', content: 'go' },
        { type: 'additional_tools', role: 'developer', tools: [{ ...fn('old'), description: 'New' }] },
      ],
    };
    const { value, warnings } = decode(body);
    expect(warnings).toEqual([]);
    expect(value.tools).toMatchObject([{ name: 'old', description: 'New' }, { name: 'g__run' }]);
    expect(value.messages).toEqual([{ role: 'user', content: [{ type: 'text', text: 'go' }] }]);
    expect(encodeCall(body, 'g__run', '{}')).toMatchObject({ namespace: 'g', name: 'run' });
  });

  it('are searched by the client', () => {
    const found = group('mcp__mail', { ...fn('send'), defer_loading: true });
    const body: JsonObject = {
      tools: [search],
      input: [
        { type: 'tool_search_call', call_id: 'c', execution: 'client', arguments: { q: 'mail' } },
        { type: 'tool_search_output', call_id: 'c', execution: 'client', tools: [found] },
        { type: 'function_call', call_id: 'd', namespace: 'mcp__mail', name: 'send', arguments: '{}' },
        { type: 'function_call_output', call_id: 'd', output: 'sent' },
      ],
    };
    const { value, warnings } = decode(body);
    expect(warnings).toEqual([]);
    expect(value.tools).toMatchObject([
      { name: 'tool_search', description: 'Finds tools', parameters: schema },
      { name: 'mcp__mail__send' },
    ]);
    const told = JSON.stringify({ tools: [{ name: 'mcp__mail__send', description: 'Does send' }] });
    expect(value.messages).toMatchObject([
      { content: [{ type: 'tool-call', id: 'c', name: 'tool_search', arguments: '{"q":"mail"}' }] },
      { results: [{ callId: 'c', name: 'tool_search', content: [{ text: told }] }] },
      { content: [{ type: 'tool-call', id: 'd', name: 'mcp__mail__send' }] },
      { results: [{ callId: 'd', name: 'mcp__mail__send' }] },
    ]);
    expect(encodeCall(body, 'tool_search', '{"q":"mail"}')).toEqual({
      id: expect.stringMatching(/^tsc_/),
      type: 'tool_search_call',
      status: 'completed',
      execution: 'client',
      call_id: 'c',
      arguments: { q: 'mail' },
    });
  });

  it('are chosen by the names that the client gave them', () => {
    const tools = [group('g', fn('run')), search, { type: 'image_generation' }];
    const chosen = (choice: JsonObject): unknown => decode({ tools, tool_choice: choice }).value.toolChoice;
    expect(chosen({ type: 'function', namespace: 'g', name: 'run' })).toEqual({
      type: 'tool',
      name: 'g__run',
    });
    expect(chosen({ type: 'tool_search' })).toEqual({ type: 'tool', name: 'tool_search' });
    expect(() => chosen({ type: 'image_generation' })).toThrow('tool_choice.type');
  });

  it('include web search at any service', () => {
    const found = {
      type: 'web_search',
      filters: { allowed_domains: ['a.b'] },
      user_location: { city: 'Oslo' },
    };
    const webSearch = { allowedDomains: ['a.b'], location: { city: 'Oslo' } };
    expect(decode({ tools: [found] })).toEqual({
      value: expect.objectContaining({ webSearch }),
      warnings: [],
    });
    expect(decode({ tools: [found], tool_choice: { type: 'web_search' } }).value).toMatchObject({
      webSearch: { ...webSearch, isRequired: true },
    });
    const kept = decode({ tools: [{ ...found, external_web_access: false }] });
    expect(kept.value.webSearch).toBeUndefined();
    expect(kept.warnings).toHaveLength(1);
  });
});

describe('the conversation of an agent', () => {
  it.each<[string, JsonObject]>(
    ['web_search_call', 'compaction', 'context_compaction', 'mcp_call', 'code_interpreter_call'].map(
      (type) => [type, { type, id: 'x_1', encrypted_content: 'sealed' }],
    ),
  )('continues without %s, with a warning', (_type, item) => {
    const { value, warnings } = decode({ input: [{ role: 'user', content: 'hi' }, item] });
    expect(value.messages).toHaveLength(1);
    expect(getParams(warnings)).toEqual([{ param: 'input[1]' }]);
  });

  it('includes the calls of tools that the service defines and the client runs', () => {
    const { value, warnings } = decode({
      input: [
        { type: 'local_shell_call', call_id: 'a', action: { command: ['ls'] } },
        { type: 'function_call_output', call_id: 'a', output: 'files' },
        { type: 'apply_patch_call', call_id: 'b', operation: { type: 'delete_file' } },
        { type: 'apply_patch_call_output', call_id: 'b', status: 'completed', output: 'ok' },
      ],
    });
    expect(warnings).toEqual([]);
    expect(value.messages).toMatchObject([
      { content: [{ name: 'local_shell', arguments: '{"command":["ls"]}' }] },
      { results: [{ callId: 'a', name: 'local_shell' }] },
      { content: [{ name: 'apply_patch' }] },
      { results: [{ callId: 'b', content: [{ text: 'ok' }] }] },
    ]);
  });

  it('includes images, messages of other agents, and outputs without a call', () => {
    const { value, warnings } = decode({
      input: [
        { type: 'image_generation_call', id: 'ig_1', result: 'aGk=', output_format: 'webp' },
        {
          type: 'agent_message',
          author: '/a',
          recipient: '/b',
          content: [{ type: 'input_text', text: 't' }],
        },
        { type: 'function_call_output', name: 'clock', output: 'noon' },
      ],
    });
    expect(warnings).toEqual([]);
    expect(value.messages).toMatchObject([
      { role: 'assistant', content: [{ type: 'image', source: { mediaType: 'image/webp' } }] },
      { role: 'user', content: [{ text: 'Message from /a to /b:\nt' }] },
      { role: 'user', content: [{ text: 'Output of clock:' }, { text: 'noon' }] },
    ]);
  });
});

const CALLS = new Map<unknown, string>([
  ['function', 'function_call'],
  ['custom', 'custom_tool_call'],
]);
const name = fc.stringMatching(/^[a-zA-Z0-9_-]{1,40}$/);
const tool = fc.record({ type: fc.constantFrom('function', 'custom'), name });
const anyTool = fc.oneof(
  tool,
  fc.record({ type: fc.constant('namespace'), name, tools: fc.array(tool, { maxLength: 4 }) }),
  fc.constant(search),
  fc.constant({ type: 'web_search' }),
);

describe('any tools of a request', () => {
  it('have calls that the client recognizes', () => {
    fc.assert(
      fc.property(fc.array(anyTool, { maxLength: 6 }), fc.boolean(), (tools, areAdditional) => {
        const items = [
          { type: 'additional_tools', tools },
          { role: 'user', content: 'hi' },
        ];
        const body = (areAdditional ? { input: items } : { tools }) as JsonObject;
        const { value } = decode(body);
        const asked = tools.flatMap((one) => ('tools' in one ? one.tools : one)) as JsonObject[];
        for (const { name: flat } of value.tools ?? []) {
          const call = encodeCall(body, flat);
          const isAsked = asked.some(
            ({ type, name: asName }) => CALLS.get(type) === call['type'] && asName === call['name'],
          );
          expect(isAsked || call['type'] === 'tool_search_call').toBe(true);
          const again = decode({ ...body, input: [...(areAdditional ? items : []), call] } as JsonObject);
          expect(again.value.messages.at(-1)).toMatchObject({ content: [{ type: 'tool-call', name: flat }] });
        }
      }),
    );
  });
});
