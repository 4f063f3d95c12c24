import { describe, expect, it } from '@jest/globals';
import { mayBeWatched, measureAppendedAudio, readDeltaType, readEvent } from './frame-content.js';

describe('audio that a client sends', () => {
  const audio = 'QUJD'.repeat(1000);
  it.each([
    JSON.stringify({ type: 'input_audio_buffer.append', audio }),
    JSON.stringify({ event_id: 'e1', type: 'input_audio_buffer.append', audio }),
    JSON.stringify({ type: 'input_audio_buffer.append', event_id: 'e1', audio }),
    ` { "type" : "input_audio_buffer.append", "audio" : "${audio}" } \n`,
  ])('is measured without being read: %#', (text) => {
    expect(measureAppendedAudio(Buffer.from(text))).toBe(audio.length);
  });

  it.each([
    JSON.stringify({ audio, type: 'input_audio_buffer.append' }),
    JSON.stringify({ type: 'input_audio_buffer.append', audio, item: {} }),
    '{"type":"input_audio_buffer.append","audio":"","type":"response.create"}',
    '{"type":"input_audio_buffer.append","audio":"\\"}","type":"response.create"}',
    '{"x":{"type":"input_audio_buffer.append","audio":""},"type":"response.create"}',
    '{"type":"input_audio_buffer.append","audio":"',
    '{"type":"input_audio_buffer.append","audio":7}',
    '{"type":"input_audio_buffer.commit"}',
    '',
  ])('is nothing that has anything else with it: %#', (text) => {
    expect(measureAppendedAudio(Buffer.from(text))).toBeUndefined();
  });
});

describe('what an upstream says', () => {
  it.each([
    ['{"type":"response.output_audio.delta","delta":"AA=="}', 'response.output_audio.delta'],
    ['{"event_id":"e","type" : "response.text.delta","delta":"response.done"}', 'response.text.delta'],
    ['{"type":"conversation.item.input_audio_transcription.delta"}', undefined],
    ['{"type":"response.done"}', undefined],
  ])('%s is of the type %s', (text, type) => {
    expect(readDeltaType(Buffer.from(text))).toBe(type);
  });

  it.each([
    ['{"type":"response.done"}', true],
    ['{"type":"transcription_session.updated"}', true],
    ['{"type":"error","error":{}}', true],
    ['{"type":"response.content_part.done"}', false],
  ])('%s is worth reading: %s', (text, isWatched) => {
    expect(mayBeWatched(Buffer.from(text))).toBe(isWatched);
  });

  it.each(['', '[]', '{"type":7}', '"response.done"', 'null', '{'])('%j is no event', (text) => {
    expect(readEvent(Buffer.from(text))).toBeUndefined();
  });
});
