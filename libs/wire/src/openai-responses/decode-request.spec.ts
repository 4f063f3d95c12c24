import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import {
  type ChatRequest,
  type JsonObject,
  type Message,
  type Translated,
  sealReasoningSignature,
} from '#canonical';
import { openAiResponsesIngress } from './index.js';

const AGENT_REQUEST = JSON.parse(
  readFileSync(new URL('./__fixtures__/agent-request.json', import.meta.url), 'utf8'),
) as JsonObject;

const decode = (body: JsonObject): Translated<ChatRequest> => openAiResponsesIngress.decodeRequest(body, {});
const decodeWith = (members: JsonObject): Translated<ChatRequest> =>
  decode({ model: 'm', input: 'hi', ...members });
const toMessages = (input: JsonObject[]): Message[] => decode({ model: 'm', input }).value.messages;

const reasoning = (encrypted: string): JsonObject => ({
  type: 'reasoning',
  summary: [],
  encrypted_content: encrypted,
});

describe('a decoded request', () => {
  it("includes every item of an agent's conversation", () => {
    const { value, warnings } = decode(AGENT_REQUEST);
    expect(warnings).toEqual([]);
    expect(value).toEqual({
      model: 'fast',
      isStreamed: true,
      messages: [
        { role: 'system', content: [{ type: 'text', text: 'You are a careful coder.' }] },
        { role: 'system', content: [{ type: 'text', text: 'Answer in English.' }] },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is in this image?' },
            {
              type: 'image',
              source: { kind: 'bytes', mediaType: 'image/png', base64: 'iVBORw0KGgoAAA==' },
              detail: 'low',
            },
            {
              type: 'document',
              source: { kind: 'bytes', mediaType: 'application/pdf', base64: 'JVBERi0x' },
              name: 'plan.pdf',
            },
            { type: 'audio', source: { kind: 'bytes', mediaType: 'audio/wav', base64: 'UklGRg==' } },
          ],
        },
        {
          role: 'assistant',
          content: [
            {
              type: 'reasoning',
              text: 'Look at it.\n\nCall the tool.',
              signature: { origin: 'openai-responses', value: 'gAAAA-secret' },
            },
            { type: 'text', text: 'Let me look.' },
            {
              type: 'tool-call',
              id: 'call_a',
              name: 'read_file',
              arguments: '{"path":"a.txt","size":12345678901234567890}',
            },
            { type: 'tool-call', id: 'call_b', name: 'list_files', arguments: '{}' },
          ],
        },
        {
          role: 'tool',
          results: [
            {
              callId: 'call_a',
              name: 'read_file',
              content: [{ type: 'text', text: 'hello' }],
              isError: false,
            },
            {
              callId: 'call_b',
              name: 'list_files',
              content: [
                { type: 'text', text: 'a.txt' },
                { type: 'image', source: { kind: 'url', url: 'https://example.com/a.png' } },
              ],
              isError: false,
            },
          ],
        },
        { role: 'user', content: [{ type: 'text', text: 'Go on.' }] },
      ],
      tools: [
        {
          name: 'read_file',
          description: 'Reads a file',
          parameters: { type: 'object', properties: { path: { type: 'string' } } },
          strict: true,
        },
        { name: 'list_files', strict: false },
      ],
      toolChoice: { type: 'auto' },
      allowsParallelCalls: false,
      outputFormat: { type: 'json-schema', name: 'answer', schema: { type: 'object' }, strict: true },
      verbosity: 'low',
      maxOutputTokens: 900,
      temperature: 0.5,
      topP: 0.9,
      reasoning: { effort: 'high', isShown: true },
      userId: 'u-1',
      metadata: { team: 'a' },
      serviceTier: 'flex',
      promptCacheKey: 'key-1',
      extensions: { truncation: 'auto' },
    });
  });

  it.each<[JsonObject, Partial<ChatRequest>]>([
    [{ tool_choice: 'required' }, { toolChoice: { type: 'required' } }],
    [{ tool_choice: 'none' }, { toolChoice: { type: 'none' } }],
    [{ tool_choice: { type: 'function', name: 'f' } }, { toolChoice: { type: 'tool', name: 'f' } }],
    [{ tool_choice: { type: 'custom', name: 'f' } }, { toolChoice: { type: 'tool', name: 'f' } }],
    [
      { tool_choice: { type: 'allowed_tools', mode: 'required', tools: [{ type: 'function', name: 'f' }] } },
      { toolChoice: { type: 'required', names: ['f'] } },
    ],
    [
      {
        tools: [
          { type: 'function', name: 'f' },
          { type: 'function', name: 'g' },
        ],
        tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'g' }] },
      },
      { tools: [{ name: 'g' }], toolChoice: { type: 'auto' } },
    ],
    [{ text: { format: { type: 'text' } } }, {}],
    [{ text: { format: { type: 'json_object' } } }, { outputFormat: { type: 'json' } }],
    [{ top_logprobs: 3 }, { logprobs: 3 }],
    [{ top_logprobs: 0 }, {}],
    [{ include: ['message.output_text.logprobs'] }, { logprobs: 0 }],
    [{ reasoning: { effort: 'minimal' } }, { reasoning: { effort: 'minimal' } }],
    [{ reasoning: { generate_summary: 'auto' } }, { reasoning: { isShown: true } }],
    [
      { safety_identifier: 's', user: 'u' },
      { userId: 's', extensions: { user: 'u' } },
    ],
    [{ max_tool_calls: 3, seed: 4, odd: null }, { extensions: { max_tool_calls: 3, seed: 4 } }],
    [{ truncation: 'disabled', store: true, background: false, previous_response_id: 'resp_1' }, {}],
    [{ stream: false, stream_options: null, tools: [], instructions: null, metadata: null }, {}],
  ])('decodes %j', (members, expected) => {
    const { value } = decodeWith(members);
    expect(value).toEqual({
      model: 'm',
      isStreamed: false,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
      ...expected,
    });
  });

  it.each<[JsonObject, string]>([
    [{ reasoning: { summary: 'detailed' } }, 'reasoning.summary'],
    [{ reasoning: { mode: 'pro' } }, 'reasoning.mode'],
    [{ tools: [{ type: 'function', name: 'f', defer_loading: true }] }, 'tools[0].defer_loading'],
    [{ tools: [{ type: 'function', name: 'f', output_schema: {} }] }, 'tools[0].output_schema'],
    [{ tools: [{ type: 'file_search' }] }, 'tools[0]'],
    [{ tools: [{ type: 'web_search', search_context_size: 'low' }] }, 'tools[0].search_context_size'],
    [{ tools: [{ type: 'tool_search' }] }, 'tools[0]'],
    [
      { tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'mcp' }] } },
      'tool_choice.tools[0]',
    ],
  ])('warns of the lost parameter of %j', (members, param) => {
    expect(decodeWith(members).warnings.map(({ field }) => field)).toEqual([{ param }]);
  });

  it('converts free-text tools and their calls to functions', () => {
    const { value, warnings } = decode({
      model: 'm',
      tools: [{ type: 'custom', name: 'patch', description: 'Patches', format: { type: 'text' } }],
      input: [
        { type: 'custom_tool_call', call_id: 'c', name: 'patch', input: 'a "b"' },
        { type: 'custom_tool_call_output', call_id: 'c', output: 'done' },
      ],
    });
    expect(warnings).toEqual([]);
    expect(value.tools).toMatchObject([
      { name: 'patch', description: 'Patches', parameters: { required: ['input'] } },
    ]);
    expect(value.messages).toEqual([
      {
        role: 'assistant',
        content: [{ type: 'tool-call', id: 'c', name: 'patch', arguments: '{"input":"a \\"b\\""}' }],
      },
      {
        role: 'tool',
        results: [{ callId: 'c', name: 'patch', content: [{ type: 'text', text: 'done' }], isError: false }],
      },
    ]);
  });

  it('restores signatures of other services', () => {
    const signature = { origin: 'anthropic-messages', value: 'sig.1' };
    const sealed = sealReasoningSignature(signature, 'openai-responses');
    const call = { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' };
    expect(
      toMessages([reasoning(sealed), reasoning(`mgredacted.${sealed}`), call, reasoning(`mgcall.${sealed}`)]),
    ).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: '', signature },
          { type: 'reasoning', text: '', signature, isRedacted: true },
          { type: 'tool-call', id: 'c', name: 'f', arguments: '{}', signature },
        ],
      },
    ]);
  });

  it('includes cache breakpoints, refusals, citations and file URLs', () => {
    const annotation = {
      type: 'url_citation',
      url: 'https://e.com',
      title: 'E',
      start_index: 1,
      end_index: 2,
    };
    expect(
      toMessages([
        {
          role: 'user',
          content: [
            { type: 'input_text', text: 'a', prompt_cache_breakpoint: { mode: 'explicit' } },
            { type: 'input_file', file_url: 'https://e.com/a.pdf' },
            { type: 'input_file', file_data: 'aGk=', filename: 'a.txt' },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'refusal', refusal: 'no' },
            { type: 'output_text', text: 'b', annotations: [annotation] },
          ],
        },
      ]),
    ).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'a', cache: {} },
          { type: 'document', source: { kind: 'url', url: 'https://e.com/a.pdf' } },
          {
            type: 'document',
            source: { kind: 'bytes', mediaType: 'text/plain', base64: 'aGk=' },
            name: 'a.txt',
          },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'refusal', text: 'no' },
          { type: 'text', text: 'b', citations: [{ url: 'https://e.com', title: 'E', start: 1, end: 2 }] },
        ],
      },
    ]);
  });
});
