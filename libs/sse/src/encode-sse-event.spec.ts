import { describe, expect, it } from '@jest/globals';
import { encodeSseEvent, SSE_KEEP_ALIVE, SseDecoder } from './index.js';

describe('encodeSseEvent', () => {
  it('encodes data as one line and a blank line', () => {
    expect(encodeSseEvent({ data: '[DONE]' })).toBe('data: [DONE]\n\n');
  });

  it('writes the name and the id before the data', () => {
    expect(encodeSseEvent({ event: 'ping', data: '{}', id: '7' })).toBe('event: ping\nid: 7\ndata: {}\n\n');
  });

  it('writes a data line for every line, with any line break', () => {
    expect(encodeSseEvent({ data: 'a\nb\r\nc\rd\n' })).toBe('data: a\ndata: b\ndata: c\ndata: d\ndata: \n\n');
  });

  it.each([
    { event: 'a\ndata: forged', data: '' },
    { data: '', id: '1\rretry: 0' },
    { data: '', id: '\0' },
  ])('rejects a name or id that is not one line: %j', (event) => {
    expect(() => encodeSseEvent(event)).toThrow(TypeError);
  });
});

describe('SSE_KEEP_ALIVE', () => {
  it('is a block without an event', () => {
    const keepAlive = new TextEncoder().encode(SSE_KEEP_ALIVE);
    expect(new SseDecoder().push(keepAlive)).toEqual([{ raw: keepAlive }]);
  });
});
