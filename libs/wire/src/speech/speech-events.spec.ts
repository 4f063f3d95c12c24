import { SseDecoder } from '#sse';
import { describe, expect, it } from '@jest/globals';
import { createSpeechTap, encodeSpeechEvents } from './speech-events.js';

describe('speech events', () => {
  it('contain the whole audio and the usage', () => {
    const audio = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 251));
    const text = [...encodeSpeechEvents(audio, { inputTokens: 2, outputTokens: 3 })].join('');
    const tap = createSpeechTap([]);
    const chunks: Buffer[] = [];
    for (const block of new SseDecoder().push(Buffer.from(text))) {
      tap.push(block);
      const { type, audio: chunk } = JSON.parse(block.event?.data ?? '{}') as {
        type: string;
        audio?: string;
      };
      expect(block.event?.event).toBe(type);
      chunks.push(Buffer.from(chunk ?? '', 'base64'));
    }
    expect(Buffer.concat(chunks).equals(audio)).toBe(true);
    expect(chunks.length).toBeGreaterThan(3);
    expect(tap).toMatchObject({ isComplete: true, usage: { inputTokens: 2, outputTokens: 3 } });
  });

  it('have no usage if none is known', () => {
    expect([...encodeSpeechEvents(Buffer.alloc(0), undefined)]).toEqual([
      'event: speech.audio.done\ndata: {"type":"speech.audio.done",' +
        '"usage":{"input_tokens":0,"output_tokens":0,"total_tokens":0}}\n\n',
    ]);
  });
});
