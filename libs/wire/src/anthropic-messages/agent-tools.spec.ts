import { describe, expect, it } from '@jest/globals';
import { type ChatRequest, type JsonObject } from '#canonical';
import { WIRE_FORMATS } from '../registry.js';
import { thrownError } from './__fixtures__/thrown-error.js';
import { decodeRequest } from './decode-request.js';

const tool = (name: string, members: JsonObject = {}): JsonObject => ({
  name,
  input_schema: { type: 'object' },
  ...members,
});
const decode = (members: JsonObject) =>
  decodeRequest({ model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }], ...members });
const getNames = ({ tools }: ChatRequest): string[] | undefined => tools?.map(({ name }) => name);
const getLostParams = (members: JsonObject): unknown[] =>
  decode(members).warnings.map(({ field }) => (typeof field === 'string' ? field : field.param));

const buildCall = (name: string, id: string): JsonObject => ({
  role: 'assistant',
  content: [{ type: 'tool_use', id, name, input: {} }],
});
const buildSearchResult = (id: string, ...names: string[]): JsonObject => ({
  role: 'user',
  content: [
    {
      type: 'tool_result',
      tool_use_id: id,
      content: names.map((name) => ({ type: 'tool_reference', tool_name: name })),
    },
  ],
});

describe('tools that are loaded on demand', () => {
  const tools = [
    tool('late', { defer_loading: true }),
    tool('search'),
    tool('later', { defer_loading: true }),
    tool('never', { defer_loading: true }),
  ];

  it('are offered after the other tools once a search of the client found them', () => {
    const { value, warnings } = decode({
      tools,
      messages: [buildCall('search', 'a'), buildSearchResult('a', 'later', 'late')],
    });
    expect(getNames(value)).toEqual(['search', 'later', 'late']);
    expect(warnings).toEqual([]);
    expect(value.messages.at(-1)).toMatchObject({
      role: 'tool',
      results: [{ content: [{ type: 'text', text: expect.stringContaining('"later"') }, { type: 'text' }] }],
    });
  });

  it('are offered if they were called, even without the search', () => {
    expect(getNames(decode({ tools, messages: [buildCall('late', 'a')] }).value)).toEqual(['search', 'late']);
  });

  it('are all offered if the service itself would have searched', () => {
    const bySearch = [...tools, { type: 'tool_search_tool_regex_20251119', name: 'tool_search_tool_regex' }];
    expect(getNames(decode({ tools: bySearch }).value)).toEqual(['search', 'late', 'later', 'never']);
  });
});

describe('tools that the service itself runs', () => {
  const search = { type: 'web_search_20250305', name: 'web_search', max_uses: 8 };

  it('are left out with a warning, together with their calls and results', () => {
    const members: JsonObject = {
      tools: [
        { type: 'web_fetch_20250910', name: 'web_fetch' },
        { type: 'code_execution_20250825', name: 'run' },
        tool('a'),
      ],
      messages: [
        { role: 'user', content: 'Hi' },
        {
          role: 'assistant',
          content: [
            { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} },
            { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
            { type: 'text', text: 'It rains.' },
          ],
        },
      ],
    };
    const { value } = decode(members);
    expect(getNames(value)).toEqual(['a']);
    expect(value.messages.at(-1)).toEqual({
      role: 'assistant',
      content: [{ type: 'text', text: 'It rains.' }],
    });
    expect(getLostParams(members)).toEqual([
      'messages[1].content[0]',
      'messages[1].content[1]',
      'tools[0]',
      'tools[1]',
    ]);
  });

  it.each<JsonObject>([{ type: 'tool', name: 'web_search' }, { type: 'any' }])(
    'become a required web search if the tool choice requires them: %j',
    (choice) => {
      const { value } = decode({ tools: [search], tool_choice: choice });
      expect(value).toMatchObject({ tools: [], webSearch: { maxUses: 8, isRequired: true } });
      expect(value.toolChoice).toBeUndefined();
    },
  );

  it.each<JsonObject>([{ type: 'tool', name: 'run' }, { type: 'any' }])(
    'cannot be required at other services: %j',
    (choice) => {
      const tools = [{ type: 'code_execution_20250825', name: 'run' }];
      expect(thrownError(() => decode({ tools, tool_choice: choice }))).toMatchObject({
        kind: 'unsupported-parameter',
        param: 'tool_choice',
      });
    },
  );
});

describe('web search', () => {
  const base: ChatRequest = {
    model: 'm',
    isStreamed: false,
    maxOutputTokens: 99,
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
  };
  const webSearch = { allowedDomains: ['a.example'], location: { city: 'Oslo' } };
  const tools = [{ name: 'a' }];
  const place = { type: 'approximate', city: 'Oslo' };

  it.each([
    [
      'anthropic-messages',
      {},
      { tools: [{ name: 'web_search', allowed_domains: ['a.example'], user_location: place }] },
      [],
    ],
    ['anthropic-messages', { isRequired: true }, { tool_choice: { type: 'tool', name: 'web_search' } }, []],
    [
      'openai-responses',
      {},
      { tools: [{ type: 'web_search', filters: { allowed_domains: ['a.example'] }, user_location: place }] },
      [],
    ],
    [
      'openai-responses',
      { isRequired: true, maxUses: 8 },
      { tool_choice: { type: 'web_search' } },
      ['webSearch'],
    ],
    ['gemini-generate-content', {}, { tools: [{ googleSearch: {} }] }, ['webSearch']],
    ['openai-chat', {}, {}, ['webSearch']],
  ] as const)('is asked of %s with %j', (format, more, expected, lost) => {
    const { value, warnings } = WIRE_FORMATS[format].egress.encodeRequest(
      { ...base, webSearch: { ...webSearch, ...more } },
      'm',
    );
    expect(value).toMatchObject(expected);
    expect(warnings.map(({ field }) => field)).toEqual(lost);
  });

  it('is not sent to Gemini together with functions, and never to chat services', () => {
    const gemini = WIRE_FORMATS['gemini-generate-content'].egress.encodeRequest(
      { ...base, webSearch: {}, tools },
      'm',
    );
    expect(gemini.value['tools']).toEqual([{ functionDeclarations: [{ name: 'a' }] }]);
    expect(gemini.warnings).toMatchObject([{ field: 'webSearch' }]);
    const chat = WIRE_FORMATS['openai-chat'].egress;
    expect(
      thrownError(() => chat.encodeRequest({ ...base, webSearch: { isRequired: true } }, 'm')),
    ).toMatchObject({ param: 'toolChoice' });
  });
});
