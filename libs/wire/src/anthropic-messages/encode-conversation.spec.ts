import { describe, expect, it } from '@jest/globals';
import { type Message, type UserPart, type Warning } from '#canonical';
import { encodeConversation } from './encode-conversation.js';

const PNG = 'iVBORw0KGgoAAAANSUhEUg==';
const text = (words: string) => ({ type: 'text' as const, text: words });
const user = (...content: (string | UserPart)[]): Message => ({
  role: 'user',
  content: content.map((part) => (typeof part === 'string' ? text(part) : part)),
});
const system = (words: string): Message => ({ role: 'system', content: [text(words)] });
const assistant = (...content: Extract<Message, { role: 'assistant' }>['content']): Message => ({
  role: 'assistant',
  content,
});
const call = (id: string) => ({ type: 'tool-call' as const, id, name: 'f', arguments: ' ' });
const buildToolUse = (id: string) => ({ type: 'tool_use', id, name: 'f', input: {} });
const result = (callId: string, words = 'ok'): Message => ({
  role: 'tool',
  results: [{ callId, content: [text(words)], isError: false }],
});
const buildResult = (id: string, words = 'ok') => ({
  type: 'tool_result',
  tool_use_id: id,
  content: [text(words)],
});
const buildMissingResult = (id: string) => ({ ...buildResult(id, 'no result provided'), is_error: true });

const ownSignature = (value: string) => ({ origin: 'anthropic-messages', value });
const buildReasoning = (value: string) => ({
  type: 'reasoning' as const,
  text: value,
  signature: ownSignature(value),
});

const getTurns = (...messages: Message[]) => encodeConversation(messages, []).turns;

describe('encoding a conversation in the Messages format', () => {
  it('encodes each leading system message as a block, with its breakpoint', () => {
    const rules: Message = { role: 'system', content: [{ ...text('b'), cache: { ttl: '1h' } }, text(' ')] };
    expect(encodeConversation([system('a'), rules, user('Hi')], [])).toEqual({
      system: [text('a'), { ...text('b'), cache_control: { type: 'ephemeral', ttl: '1h' } }],
      turns: [{ role: 'user', content: [text('Hi')] }],
    });
  });

  it('encodes later system messages as user text', () => {
    expect(getTurns(user('a'), system('mind'), assistant(text('b')), user('c'))).toEqual([
      { role: 'user', content: [text('a'), text('<system>\nmind\n</system>')] },
      { role: 'assistant', content: [text('b')] },
      { role: 'user', content: [text('c')] },
    ]);
  });

  it('merges adjacent messages of one role and removes blank text', () => {
    expect(getTurns(user('a', ' \n'), user('b'), assistant(text('')), user('c'))).toEqual([
      { role: 'user', content: [text('a'), text('b'), text('c')] },
    ]);
  });

  it.each<[string, Message[], unknown]>([
    [
      'nothing but instructions',
      [system('a'), system('b')],
      { system: [text('a')], turns: [{ role: 'user', content: [text('b')] }] },
    ],
    ['nothing at all', [user('')], { system: [], turns: [{ role: 'user', content: [text('.')] }] }],
    [
      'an assistant who speaks first',
      [system('a'), assistant(text('b'))],
      {
        system: [text('a')],
        turns: [
          { role: 'user', content: [text('.')] },
          { role: 'assistant', content: [text('b')] },
        ],
      },
    ],
  ])('starts with a user turn for %s', (_name, messages, expected) => {
    expect(encodeConversation(messages, [])).toEqual(expected);
  });

  it('puts all results of a turn in one message, first and in the order of the calls', () => {
    expect(
      getTurns(user('a'), assistant(call('x'), call('y')), user('wait'), result('y'), result('x')),
    ).toEqual([
      { role: 'user', content: [text('a')] },
      { role: 'assistant', content: [buildToolUse('x'), buildToolUse('y')] },
      { role: 'user', content: [buildResult('x'), buildResult('y'), text('wait')] },
    ]);
  });

  it('adds missing results within and at the end of the conversation', () => {
    expect(getTurns(user('a'), assistant(call('x')), user('b'), assistant(call('y')))).toEqual([
      { role: 'user', content: [text('a')] },
      { role: 'assistant', content: [buildToolUse('x')] },
      { role: 'user', content: [buildMissingResult('x'), text('b')] },
      { role: 'assistant', content: [buildToolUse('y')] },
      { role: 'user', content: [buildMissingResult('y')] },
    ]);
  });

  it('turns a result without a call into user text', () => {
    expect(getTurns(user('a'), result('gone', 'stray'))).toEqual([
      { role: 'user', content: [text('a'), text('stray')] },
    ]);
  });

  it('replaces an invalid id equally in the call and its result', () => {
    const [, calling, answering] = getTurns(
      user('a'),
      assistant(call('functions.f:0')),
      result('functions.f:0'),
    );
    const id = calling?.content[0]?.['id'];
    expect(id).toMatch(/^toolu_[0-9a-f]{24}$/);
    expect(answering?.content).toEqual([buildResult(id as string)]);
  });

  it('marks failed results, and moves a breakpoint inside a result to the whole', () => {
    const image: UserPart = { type: 'image', source: { kind: 'bytes', mediaType: 'image/png', base64: PNG } };
    const content = [text('broken'), { ...image, cache: {} }];
    const failed: Message = { role: 'tool', results: [{ callId: 'x', content, isError: true }] };
    expect(getTurns(user('a'), assistant(call('x')), failed)[2]?.content).toEqual([
      {
        type: 'tool_result',
        tool_use_id: 'x',
        content: [
          text('broken'),
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } },
        ],
        is_error: true,
        cache_control: { type: 'ephemeral' },
      },
    ]);
  });

  it('includes only reasoning with a signature of this format, and puts it first', () => {
    const [, turn] = getTurns(
      user('a'),
      assistant(
        text('So.'),
        { type: 'reasoning', text: 'mine', signature: ownSignature('s') },
        { type: 'reasoning', text: '', isRedacted: true, signature: ownSignature('d') },
        { type: 'reasoning', text: 'theirs', signature: { origin: 'openai-responses', value: 'e' } },
        { type: 'reasoning', text: 'unsigned' },
      ),
    );
    expect(turn?.content).toEqual([
      { type: 'thinking', thinking: 'mine', signature: 's' },
      { type: 'redacted_thinking', data: 'd' },
      text('So.'),
    ]);
  });

  it('does not reorder a turn that begins with thinking', () => {
    const [, turn] = getTurns(
      user('a'),
      assistant(buildReasoning('1'), text('b'), buildReasoning('2'), call('x')),
    );
    expect(turn?.content.map(({ type }) => type)).toEqual(['thinking', 'text', 'thinking', 'tool_use']);
  });

  it('encodes refusals and transcripts as text, and warns of other media', () => {
    const warnings: Warning[] = [];
    const source = { kind: 'url' as const, url: 'https://x/y' };
    const spoken = assistant(
      { type: 'refusal', text: 'No.' },
      { type: 'audio', source, transcript: 'Said' },
      { type: 'image', source },
    );
    const { turns } = encodeConversation([user('a'), spoken, user('b')], warnings);
    expect(turns[1]?.content).toEqual([text('No.'), text('Said')]);
    expect(warnings).toHaveLength(1);
  });

  it('trims a final assistant message', () => {
    expect(getTurns(user('a'), assistant(text('The answer is: \n')))[1]?.content).toEqual([
      text('The answer is:'),
    ]);
  });

  it.each<[UserPart, object]>([
    [
      { type: 'image', source: { kind: 'bytes', mediaType: 'image/jpeg', base64: PNG } },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } },
    ],
    [
      { type: 'image', source: { kind: 'bytes', mediaType: 'image/jpg', base64: 'AAAA' } },
      { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: 'AAAA' } },
    ],
    [
      { type: 'image', source: { kind: 'url', url: 'https://x/y.png' }, cache: {} },
      {
        type: 'image',
        source: { type: 'url', url: 'https://x/y.png' },
        cache_control: { type: 'ephemeral' },
      },
    ],
    [
      { type: 'document', source: { kind: 'bytes', mediaType: 'text/csv', base64: 'YSxi' }, name: 'a.csv' },
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'a,b' }, title: 'a.csv' },
    ],
    [
      {
        type: 'document',
        source: { kind: 'bytes', mediaType: 'application/octet-stream', base64: 'JVBERi0xLjc=' },
      },
      { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0xLjc=' } },
    ],
    [
      { type: 'document', source: { kind: 'bytes', mediaType: 'image/png', base64: PNG } },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } },
    ],
    [
      { type: 'document', source: { kind: 'url', url: 'https://x/y.pdf' } },
      { type: 'document', source: { type: 'url', url: 'https://x/y.pdf' } },
    ],
  ])('encodes %j', (part, block) => {
    expect(getTurns(user(part))[0]?.content).toEqual([block]);
  });

  it.each<[UserPart, RegExp]>([
    [
      { type: 'image', source: { kind: 'bytes', mediaType: 'image/bmp', base64: 'Qk0=' } },
      /images of type image\/bmp/,
    ],
    [
      { type: 'document', source: { kind: 'bytes', mediaType: 'application/zip', base64: 'UEs=' } },
      /documents of type application\/zip/,
    ],
  ])('rejects %j', (part, message) => {
    expect(() => getTurns(user(part))).toThrow(message);
  });
});
