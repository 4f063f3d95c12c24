import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type FakeUpstream, startFakeUpstream } from '../fake-upstream/index.js';
import { TEST_TOKEN, type TestGateway, startTestGateway, channelTo } from '../harness/index.js';

const MESSAGES = [{ role: 'user', content: 'hi' }];

interface BadRequest {
  what: string;
  body: string | Buffer;
  status?: number;
  code: string;
  param: string | null;
}

const notJson = (what: string, body: string | Buffer): BadRequest => ({
  what,
  body,
  code: 'invalid_json',
  param: null,
});

/** A request that is valid except for these members. */
const withMembers = (members: object, code: string, param: string): BadRequest => ({
  what: JSON.stringify(members).slice(0, 80),
  body: JSON.stringify({ model: 'm', messages: MESSAGES, ...members }),
  code,
  param,
});

const wrongType = (members: object): BadRequest =>
  withMembers(members, 'invalid_type', Object.keys(members)[0] ?? '');
const wrongValue = (members: object): BadRequest =>
  withMembers(members, 'invalid_value', Object.keys(members)[0] ?? '');

const NOT_JSON: BadRequest[] = [
  notJson('an empty body', ''),
  notJson('null', 'null'),
  notJson('an array', '[]'),
  notJson('a string', '"x"'),
  notJson('a number', '1'),
  notJson('a trailing comma', '{"model":"m","messages":[],}'),
  notJson('NaN', '{"model":"m","temperature":NaN}'),
  notJson('a comment', '{"model":"m" /* why */}'),
  notJson('text after the end', '{"model":"m"} {}'),
  notJson(
    'UTF-16 with a mark',
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('{"model":"m"}', 'utf16le')]),
  ),
  notJson('UTF-16 without a mark', Buffer.from('{"model":"m"}', 'utf16le')),
  notJson('Latin-1', Buffer.from('{"model":"caf\u00e9"}', 'latin1')),
  notJson('an overlong encoding', Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d])),
  notJson('a depth of 101', `{"model":"m","x":${'['.repeat(100)}${']'.repeat(100)}}`),
  notJson('a depth of 200,000', `{"model":"m","x":${'['.repeat(200_000)}${']'.repeat(200_000)}}`),
];

const DUPLICATES: BadRequest[] = ['model', 'messages', 'stream'].map((key) => ({
  what: `"${key}" twice`,
  body: JSON.stringify({ model: 'm', messages: MESSAGES, stream: false }).replace(/}$/, `,"${key}":null}`),
  code: 'duplicate_key',
  param: key,
}));

const WRONG_FIELDS: BadRequest[] = [
  ...[{ model: 7 }, { model: true }, { model: ['m'] }, { model: {} }].map(wrongType),
  ...[
    { model: '' },
    { model: 'x'.repeat(10_240) },
    { model: 'm\r\nX-Evil: 1' },
    { model: 'a\0b' },
    { model: '../../x' },
  ].map(wrongValue),
  withMembers({ model: null }, 'missing_required_parameter', 'model'),
  ...[{ stream: 'true' }, { stream: 1 }, { logprobs: 'yes' }, { parallel_tool_calls: 0 }].map(wrongType),
  ...['max_tokens', 'max_completion_tokens'].flatMap((name) => [
    ...[{ [name]: 1.5 }, { [name]: '10' }, { [name]: true }].map(wrongType),
    ...[{ [name]: 0 }, { [name]: -1 }, { [name]: 2 ** 31 }, { [name]: 2 ** 53 }].map(wrongValue),
  ]),
  ...['temperature', 'top_p', 'presence_penalty', 'frequency_penalty'].flatMap((name) => [
    wrongType({ [name]: '0.5' }),
    wrongValue({ [name]: -2.1 }),
    wrongValue({ [name]: 2.1 }),
  ]),
  wrongType({ n: '1' }),
  ...[{ n: 0 }, { n: 1_000_000 }, { top_logprobs: 21 }, { top_logprobs: -1 }].map(wrongValue),
  wrongType({ seed: 'x' }),
  ...[{ stop: 5 }, { stop: [1] }].map(wrongType),
  wrongType({ tools: {} }),
  wrongType({ stream_options: 'x', stream: true }),
  wrongValue({ stream_options: { include_usage: true } }),
  withMembers(
    { stream: true, stream_options: { include_usage: 'x' } },
    'invalid_type',
    'stream_options.include_usage',
  ),
  {
    what: 'a number that is parsed as infinity',
    body: '{"model":"m","messages":[{"role":"user","content":"hi"}],"max_tokens":1e400}',
    code: 'invalid_type',
    param: 'max_tokens',
  },
];

const WRONG_MESSAGES: BadRequest[] = [
  {
    what: 'no messages',
    body: '{"model":"m"}',
    code: 'missing_required_parameter',
    param: 'messages',
  },
  wrongValue({ messages: [] }),
  ...[{ messages: {} }, { messages: 'hi' }].map(wrongType),
  withMembers({ messages: [{ content: 'x' }] }, 'missing_required_parameter', 'messages[0].role'),
  withMembers({ messages: ['x'] }, 'invalid_type', 'messages[0]'),
  withMembers(
    { messages: [...MESSAGES, { role: 'root', content: 'x' }] },
    'invalid_value',
    'messages[1].role',
  ),
  withMembers({ messages: [{ role: 'user' }] }, 'missing_required_parameter', 'messages[0].content'),
  withMembers({ messages: [{ role: 'user', content: 5 }] }, 'invalid_type', 'messages[0].content'),
  withMembers({ messages: [{ role: 'user', content: {} }] }, 'invalid_type', 'messages[0].content'),
  withMembers(
    { messages: [{ role: 'tool', content: 'x' }] },
    'missing_required_parameter',
    'messages[0].tool_call_id',
  ),
];

const ROUTING: BadRequest[] = [
  'api_base',
  'base_url',
  'api_key',
  'extra_headers',
  'custom_host',
  'user_config',
  'mock_response',
].map((name) => withMembers({ [name]: 'http://evil.example' }, 'forbidden_field', name));

const UNKNOWN_MODELS: BadRequest[] = ['🦊', 'constructor', '__proto__'].map((model) => ({
  ...withMembers({ model }, 'model_not_found', 'model'),
  status: 404,
}));

describe('an invalid chat request', () => {
  let upstream: FakeUpstream;
  let gateway: TestGateway;

  beforeAll(async () => {
    upstream = await startFakeUpstream();
    gateway = await startTestGateway({
      channels: [channelTo(upstream)],
    });
  });

  beforeEach(() => {
    upstream.received.length = 0;
  });

  afterAll(async () => {
    await gateway.stop();
    await upstream.close();
  });

  describe('is rejected with the name of the field, and never sent to the upstream', () => {
    const table = [
      ...NOT_JSON,
      ...DUPLICATES,
      ...WRONG_FIELDS,
      ...WRONG_MESSAGES,
      ...ROUTING,
      ...UNKNOWN_MODELS,
    ];

    afterEach(() => {
      expect(upstream.received).toHaveLength(0);
    });

    it.each(table.map((row) => [row.what, row] as const))(
      '%s',
      async (_what, { body, status, code, param }) => {
        const response = await post(gateway, body);
        const text = await response.text();
        expect(response.status).toBe(status ?? 400);
        expect(response.headers.get('content-type')).toMatch(/^application\/json/);
        expect(response.headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{32}$/);
        expect(JSON.parse(text)).toEqual({
          error: {
            message: expect.stringMatching(/^\S.{10,400}\.$/s),
            type: 'invalid_request_error',
            param,
            code,
          },
        });
        expect(text).not.toMatch(/\bat \S+ \(|node_modules|\.ts:\d/);
      },
    );
  });

  it('is rejected with the position at which its JSON ends', async () => {
    const response = await post(gateway, '{"model":"m",}');
    expect(await response.text()).toContain('at byte 13');
  });

  it.each([
    ['a byte order mark', '\ufeff{"model":"m","messages":[{"role":"user","content":"hi"}]}'],
    [
      'a depth of 100',
      `{"model":"m","messages":[{"role":"user","content":"hi"}],"x":${'['.repeat(99)}${']'.repeat(99)}}`,
    ],
    [
      'null for an optional member',
      '{"model":"m","messages":[{"role":"user","content":"hi"}],"stream":null,"n":null}',
    ],
    [
      'whole numbers with a decimal point',
      '{"model":"m","messages":[{"role":"user","content":"hi"}],"max_tokens":10.0}',
    ],
    ['unknown members, twice', '{"model":"m","messages":[{"role":"user","content":"hi"}],"x":1,"x":2}'],
  ])('%s is no error', async (_what, body) => {
    const response = await post(gateway, body);
    expect(response.status).toBe(200);
    expect(upstream.received).toHaveLength(1);
  });

  it('members that name a prototype change no prototype', async () => {
    const evil = '{"polluted":true,"stream":true,"model":"x"}';
    const body = `{"__proto__":${evil},"constructor":{"prototype":${evil}},"model":"m",
      "messages":[{"role":"user","content":"hi","__proto__":${evil}}]}`;
    const response = await post(gateway, body);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(upstream.received[0]?.rawBody.toString()).toBe(body);
  });

  it.each([
    ['a lone surrogate', String.raw`"\ud800"`],
    ['U+0000', String.raw`"a\u0000b"`],
    ['right-to-left marks', '"\u202eabc\u200b"'],
  ])('%s in a prompt reaches the upstream unchanged', async (_what, content) => {
    const body = `{"model":"m","messages":[{"role":"user","content":${content}}]}`;
    const response = await post(gateway, body);
    expect(response.status).toBe(200);
    expect(upstream.received[0]?.rawBody.toString()).toBe(body);
  });
});

function post(gateway: TestGateway, body: string | Buffer): Promise<Response> {
  return fetch(`${gateway.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });
}
