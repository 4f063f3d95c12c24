import { describe, expect, it } from '@jest/globals';
import { readSessionId, toSessionId } from './session-id.js';

const DIGEST = /^sha256:[0-9a-f]{32}$/;

describe('readSessionId', () => {
  it.each([
    ['x-session-id'],
    ['x-claude-code-session-id'],
    ['session-id'],
    ['session_id'],
    ['x-opencode-session'],
    ['thread-id'],
    ['thread_id'],
    ['conversation_id'],
  ])('reads %s', (name) => {
    expect(readSessionId({ [name]: ' 01a1e5cf-7273 ' })).toBe('01a1e5cf-7273');
  });

  it.each([
    [{ 'x-session-id': 'mine', 'x-claude-code-session-id': 'theirs' }, 'mine'],
    [{ 'thread-id': 'part', 'session-id': 'whole' }, 'whole'],
    [{ 'x-session-id': ' ', 'session-id': 'whole' }, 'whole'],
    [{ 'x-session-id': 'x'.repeat(1_025), 'thread-id': 'part' }, 'part'],
    [{ 'x-session-id': ['a', 'b'], 'x-request-id': 'r', authorization: 'Bearer t' }, undefined],
  ])('reads the most specific of %j', (headers, id) => {
    expect(readSessionId(headers)).toBe(id);
  });
});

describe('toSessionId', () => {
  it.each(['a', 'ses_e1a3 "x"\\y', 'x'.repeat(128), 'task-sk-1'])('keeps %j', (text) => {
    expect(toSessionId(text)).toBe(text);
  });

  it.each(['x'.repeat(129), 'x'.repeat(1_024), 'Sitzung für Zoë', 'two\nlines', 'nul\0'])(
    'replaces %j by a digest, always the same',
    (text) => {
      expect(toSessionId(text)).toMatch(DIGEST);
      expect(toSessionId(text)).toBe(toSessionId(text));
      expect(toSessionId(text)).not.toBe(toSessionId(`${text}.`));
    },
  );

  it.each(['sk-mg-0123456789abcdef', 'SK-ant-1', 'Bearer abc', 'AIzaSyA', 'eyJhbGciOiJIUzI1NiJ9.e30'])(
    'replaces %j, which looks like a key',
    (text) => {
      expect(toSessionId(text)).toMatch(DIGEST);
    },
  );

  it.each(['', '  ', 'x'.repeat(1_025)])('ignores %j', (text) => {
    expect(toSessionId(text)).toBeUndefined();
  });
});
