import { describe, expect, it } from '@jest/globals';
import { mustBeParsed, measureAppendedAudio, readDeltaType, readEvent } from './frame-content.js';

describe('appended audio', () => {
  const audio = 'QUJD'.repeat(1000);
  it.each([
    JSON.stringify({ type: 'input_audio_buffer.append', audio }),
    JSON.stringify({ event_id: 'e1', type: 'input_audio_buffer.append', audio }),
    JSON.stringify({ type: 'input_audio_buffer.append', event_id: 'e1', audio }),
    ` { "type" : "input_audio_buffer.append", "audio" : "${audio}" } \n`,
  ])('is measured without parsing: %#', (text) => {
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
  ])('is not detected in other frames: %#', (text) => {
    expect(measureAppendedAudio(Buffer.from(text))).toBeUndefined();
  });
});

describe('a frame of an upstream', () => {
  it.each([
    ['{"type":"response.output_audio.delta","delta":"AA=="}', 'response.output_audio.delta'],
    ['{"event_id":"e","type" : "response.text.delta","delta":"response.done"}', 'response.text.delta'],
    ['{"type":"conversation.item.input_audio_transcription.delta"}', undefined],
    ['{"type":"response.done"}', undefined],
  ])('%s has the type %s', (text, type) => {
    expect(readDeltaType(Buffer.from(text))).toBe(type);
  });

  it.each([
    ['{"type":"response.done"}', true],
    ['{"type":"transcription_session.updated"}', true],
    ['{"type":"error","error":{}}', true],
    ['{"type":"response.content_part.done"}', false],
  ])('%s must be parsed: %s', (text, isWatched) => {
    expect(mustBeParsed(Buffer.from(text))).toBe(isWatched);
  });

  it.each(['', '[]', '{"type":7}', '"response.done"', 'null', '{'])('%j is not an event', (text) => {
    expect(readEvent(Buffer.from(text))).toBeUndefined();
  });
});
