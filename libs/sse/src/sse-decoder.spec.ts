import { describe, expect, it } from '@jest/globals';
import { SseDecoder, SseEventTooLarge, type SseEvent } from './index.js';

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (data: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(data);

function buildEvents(...chunks: string[]): SseEvent[] {
  const decoder = new SseDecoder();
  return chunks.flatMap((chunk) => decoder.push(bytes(chunk)).flatMap(({ event }) => event ?? []));
}

function getRaws(decoder: SseDecoder, chunk: string): string[] {
  return decoder.push(bytes(chunk)).map(({ raw }) => text(raw));
}

describe('the examples of the standard', () => {
  it('joins the lines of a stock quote', () => {
    expect(buildEvents('data: YHOO\ndata: +2\ndata: 10\n\n')).toEqual([{ data: 'YHOO\n+2\n10' }]);
  });

  it('skips the comment, resets the id, removes one of two leading spaces, drops the incomplete block', () => {
    const stream = ': test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event';
    expect(buildEvents(stream)).toEqual([
      { data: 'first event', id: '1' },
      { data: 'second event', id: '' },
    ]);
    expect(buildEvents(`${stream}\n\n`)[2]).toEqual({ data: ' third event' });
  });

  it('dispatches empty data, and one newline for two empty lines', () => {
    expect(buildEvents('data\n\ndata\ndata\n\ndata:')).toEqual([{ data: '' }, { data: '\n' }]);
  });

  it('removes one space after the colon and no more', () => {
    expect(buildEvents('data:test\n\ndata: test\n\n')).toEqual([{ data: 'test' }, { data: 'test' }]);
  });

  it('reads event names', () => {
    expect(buildEvents('event: add\ndata: 73857293\n\nevent: remove\ndata: 2153\n\n')).toEqual([
      { event: 'add', data: '73857293' },
      { event: 'remove', data: '2153' },
    ]);
  });
});

describe('fields', () => {
  it('returns no event for a block without data', () => {
    expect(buildEvents('event: ping\nid: 7\n\n', 'retry: 10\n\n', ': keep-alive\n\n', '\n')).toEqual([]);
  });

  it('does not use the event name for the next block', () => {
    expect(buildEvents('event: a\n\ndata: x\n\n')).toEqual([{ data: 'x' }]);
  });

  it('uses the last event name and id of a block, and none for an empty name', () => {
    expect(buildEvents('event: a\nevent: b\nid: 1\nid: 2\ndata: x\n\n')).toEqual([
      { event: 'b', data: 'x', id: '2' },
    ]);
    expect(buildEvents('event: a\nevent:\ndata: x\n\n')).toEqual([{ data: 'x' }]);
  });

  it('ignores an id with NUL and unknown fields', () => {
    expect(buildEvents('id: a\0b\nDATA: no\ndatas: no\n data: no\ndat\ndata: yes\n\n')).toEqual([
      { data: 'yes' },
    ]);
  });

  it('removes a byte order mark only at the start of the stream', () => {
    expect(buildEvents('\uFEFFdata: a\n\ndata: \uFEFFb\n\n\uFEFFdata: c\n\n')).toEqual([
      { data: 'a' },
      { data: '\uFEFFb' },
    ]);
  });
});

describe('blocks', () => {
  it('returns each block with its exact bytes after its blank line', () => {
    const decoder = new SseDecoder();
    expect(getRaws(decoder, '\uFEFF: hello\r\n\r\ndata: 1\n')).toEqual(['\uFEFF: hello\r\n\r\n']);
    expect(getRaws(decoder, '\n\ndata: 2\r\rdat')).toEqual(['data: 1\n\n', '\n', 'data: 2\r\r']);
    expect(text(decoder.end().tail)).toBe('dat');
  });

  it('does not wait for an LF after a CR, and does not take it for a blank line', () => {
    const decoder = new SseDecoder();
    expect(getRaws(decoder, 'data: 1\r\n\r')).toEqual(['data: 1\r\n\r']);
    expect(getRaws(decoder, '\ndata: 2\r')).toEqual(['\n']);
    expect(getRaws(decoder, '\ndata: 3\n\n')).toEqual(['data: 2\r\ndata: 3\n\n']);
  });

  it('does not copy a block within one chunk', () => {
    const chunk = bytes('data: 1\n\ndata: 2\n\n');
    const raws = new SseDecoder().push(chunk).map(({ raw }) => raw);
    expect(raws.map(({ buffer }) => buffer === chunk.buffer)).toEqual([true, true]);
    expect(raws.map(({ byteOffset }) => byteOffset)).toEqual([0, 9]);
  });

  it('copies a partial block, so that the caller can reuse the chunk', () => {
    const decoder = new SseDecoder();
    const chunk = bytes('data: kept');
    decoder.push(chunk);
    chunk.fill(0);
    expect(decoder.push(bytes('\n\n'))[0]?.event).toEqual({ data: 'kept' });
  });

  it('has an empty tail when the stream ended with a blank line', () => {
    const decoder = new SseDecoder();
    decoder.push(bytes('data: 1\n\n'));
    expect(decoder.end().tail).toHaveLength(0);
  });
});

describe('the limit', () => {
  it('counts the bytes before the blank line', () => {
    const atBound = new SseDecoder({ maxEventBytes: 8 });
    expect(atBound.push(bytes('data: 1\n\n'))).toHaveLength(1);
    const aboveBound = new SseDecoder({ maxEventBytes: 7 });
    expect(() => aboveBound.push(bytes('data: 1\n\n'))).toThrow(SseEventTooLarge);
  });

  it('is one mebibyte by default, and applies without a line end', () => {
    const decoder = new SseDecoder();
    decoder.push(new Uint8Array(1024 * 1024).fill(0x61));
    expect(() => decoder.push(bytes('a'))).toThrow('larger than 1048576 bytes');
  });

  it('returns the valid blocks of the chunk that exceeds it, and then always throws', () => {
    const decoder = new SseDecoder({ maxEventBytes: 10 });
    const thrown = thrownBy(() => decoder.push(bytes('data: 1\n\ndata: 23456789\n\n')));
    expect(thrown.precedingBlocks.map(({ event }) => event)).toEqual([{ data: '1' }]);
    expect(() => decoder.push(bytes('data: 2\n\n'))).toThrow(SseEventTooLarge);
    expect(decoder.end().tail).toHaveLength(0);
  });
});

function thrownBy(action: () => unknown): SseEventTooLarge {
  try {
    action();
  } catch (error) {
    if (error instanceof SseEventTooLarge) return error;
    throw error;
  }
  throw new Error('expected SseEventTooLarge');
}
