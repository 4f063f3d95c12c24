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
const use = (id: string) => ({ type: 'tool_use', id, name: 'f', input: {} });
const result = (callId: string, words = 'ok'): Message => ({
  role: 'tool',
  results: [{ callId, content: [text(words)], isError: false }],
});
const answer = (id: string, words = 'ok') => ({
  type: 'tool_result',
  tool_use_id: id,
  content: [text(words)],
});
const noAnswer = (id: string) => ({ ...answer(id, 'no result provided'), is_error: true });

const own = (value: string) => ({ origin: 'anthropic-messages', value });
const thought = (value: string) => ({ type: 'reasoning' as const, text: value, signature: own(value) });

const getTurns = (...messages: Message[]) => encodeConversation(messages, []).turns;

describe('encoding a conversation in the messages format', () => {
  it('keeps one block for every leading instruction, with its breakpoint', () => {
    const rules: Message = { role: 'system', content: [{ ...text('b'), cache: { ttl: '1h' } }, text(' ')] };
    expect(encodeConversation([system('a'), rules, user('Hi')], [])).toEqual({
      system: [text('a'), { ...text('b'), cache_control: { type: 'ephemeral', ttl: '1h' } }],
      turns: [{ role: 'user', content: [text('Hi')] }],
    });
  });

  it('folds instructions between the turns into the words of the user', () => {
    expect(getTurns(user('a'), system('mind'), assistant(text('b')), user('c'))).toEqual([
      { role: 'user', content: [text('a'), text('<system>\nmind\n</system>')] },
      { role: 'assistant', content: [text('b')] },
      { role: 'user', content: [text('c')] },
    ]);
  });

  it('merges neighbours of one role and drops text that is blank', () => {
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
  ])('has the user speak first in a request of %s', (_name, messages, expected) => {
    expect(encodeConversation(messages, [])).toEqual(expected);
  });

  it('answers all calls of a turn in one message, results first and in order', () => {
    expect(
      getTurns(user('a'), assistant(call('x'), call('y')), user('wait'), result('y'), result('x')),
    ).toEqual([
      { role: 'user', content: [text('a')] },
      { role: 'assistant', content: [use('x'), use('y')] },
      { role: 'user', content: [answer('x'), answer('y'), text('wait')] },
    ]);
  });

  it('answers calls that nobody answered, in the middle and at the end', () => {
    expect(getTurns(user('a'), assistant(call('x')), user('b'), assistant(call('y')))).toEqual([
      { role: 'user', content: [text('a')] },
      { role: 'assistant', content: [use('x')] },
      { role: 'user', content: [noAnswer('x'), text('b')] },
      { role: 'assistant', content: [use('y')] },
      { role: 'user', content: [noAnswer('y')] },
    ]);
  });

  it('keeps what a result of no call says as words', () => {
    expect(getTurns(user('a'), result('gone', 'stray'))).toEqual([
      { role: 'user', content: [text('a'), text('stray')] },
    ]);
  });

  it('rewrites foreign ids alike on the call and on its result', () => {
    const [, calling, answering] = getTurns(
      user('a'),
      assistant(call('functions.f:0')),
      result('functions.f:0'),
    );
    const id = calling?.content[0]?.['id'];
    expect(id).toMatch(/^toolu_[0-9a-f]{24}$/);
    expect(answering?.content).toEqual([answer(id as string)]);
  });

  it('marks failed results, and sets a breakpoint inside one on the whole', () => {
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

  it('gives reasoning back only where this kind of service signed it, and puts it first', () => {
    const [, turn] = getTurns(
      user('a'),
      assistant(
        text('So.'),
        { type: 'reasoning', text: 'mine', signature: own('s') },
        { type: 'reasoning', text: '', isRedacted: true, signature: own('d') },
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

  it('leaves the order of a turn alone that begins with thinking', () => {
    const [, turn] = getTurns(user('a'), assistant(thought('1'), text('b'), thought('2'), call('x')));
    expect(turn?.content.map(({ type }) => type)).toEqual(['thinking', 'text', 'thinking', 'tool_use']);
  });

  it('says refusals and spoken words as text, and warns of media it leaves out', () => {
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

  it('trims an answer that shall be continued', () => {
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
  ])('writes %j', (part, block) => {
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
  ])('refuses %j', (part, message) => {
    expect(() => getTurns(user(part))).toThrow(message);
  });
});
