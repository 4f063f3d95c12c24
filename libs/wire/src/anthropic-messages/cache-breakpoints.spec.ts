import { describe, expect, it } from '@jest/globals';
import { type ChatRequest, type JsonObject, type Message } from '#canonical';
import { encodeRequest } from './encode-request.js';

const buildMessage = (role: 'system' | 'user' | 'assistant', text: string): Message => ({
  role,
  content: [{ type: 'text', text }],
});
const CALL: Message = {
  role: 'assistant',
  content: [{ type: 'tool-call', id: 'a', name: 'clock', arguments: '{}' }],
};
const RESULT: Message = {
  role: 'tool',
  results: [{ callId: 'a', content: [{ type: 'text', text: 'noon' }], isError: false }],
};
const TOOLS = [{ name: 'clock' }, { name: 'weather' }];

/** The paths of the breakpoints. */
function findBreakpoints(members: Partial<ChatRequest>, cachesPrompt = true): string[] {
  const request = { model: 'm', isStreamed: false, messages: [buildMessage('user', 'Hi')], ...members };
  return visit(encodeRequest(request, 'm', { cachesPrompt }).value, '');
}

function visit(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.entries(value).flatMap(([key, member]) => visit(member, `${path}/${key}`));
  const control = (value as JsonObject)['cache_control'];
  if (control === undefined) return inside;
  expect(control).toEqual({ type: 'ephemeral' });
  return [path, ...inside];
}

describe('cache breakpoints for clients that set none', () => {
  it.each<[string, Partial<ChatRequest>, string[]]>([
    [
      'tools, instructions and the last two turns',
      {
        tools: TOOLS,
        messages: [
          buildMessage('system', 'Be brief.'),
          buildMessage('system', 'Be kind.'),
          buildMessage('user', 'Hi'),
          buildMessage('assistant', 'Hello'),
          buildMessage('user', 'What time?'),
          CALL,
          RESULT,
        ],
      },
      ['/system/1', '/messages/2/content/0', '/messages/4/content/0', '/tools/1'],
    ],
    ['the first turn of what will go on', { tools: TOOLS }, ['/messages/0/content/0', '/tools/1']],
    [
      'not an answer that is begun',
      { messages: [buildMessage('user', 'Hi'), buildMessage('assistant', 'Well')] },
      ['/messages/0/content/0'],
    ],
    [
      'not a single question',
      { messages: [buildMessage('system', 'Be brief.'), buildMessage('user', 'Hi')] },
      ['/system/0'],
    ],
    ['nothing beside those of the client', { tools: [{ name: 'clock', cache: {} }, ...TOOLS] }, ['/tools/0']],
  ])('mark %s', (_name, members, paths) => {
    expect(findBreakpoints(members)).toEqual(paths);
  });

  it('are not set if the channel disables them, and the cache key is then lost', () => {
    const request = {
      model: 'm',
      isStreamed: false,
      messages: [buildMessage('user', 'Hi')],
      promptCacheKey: 'k',
    };
    expect(findBreakpoints({ tools: TOOLS }, false)).toEqual([]);
    expect(encodeRequest(request, 'm', { cachesPrompt: false }).warnings).toMatchObject([
      { field: 'promptCacheKey' },
    ]);
    expect(encodeRequest(request, 'm', { cachesPrompt: true }).warnings).toEqual([]);
  });
});
