import { describe, expect, it } from '@jest/globals';
import type { RealtimeSessionCreateResponse } from 'openai/resources/realtime/client-secrets';
import { applySessionUpdate } from './apply-session-update.js';
import { defaultSession, defaultTranscriptionSession } from './default-session.js';
import { readClientEvent } from './client-event.js';
import { type SessionUpdate } from './session.js';

const opened = defaultSession({ id: 'sess_1', model: 'm', expiresAt: 1_756_313_490 });
const read = (session: object): SessionUpdate => {
  const event = readClientEvent(JSON.stringify({ type: 'session.update', session }), 'ga');
  if (event.type !== 'session.update') throw new Error('This is an update.');
  return event.session;
};
const update = (session: object, before = opened) =>
  applySessionUpdate(before, read({ type: 'realtime', ...session }));

describe('a session', () => {
  it('has the defaults of the official service', () => {
    const official: Omit<RealtimeSessionCreateResponse, 'audio' | 'include' | 'prompt' | 'tools'> = opened;
    expect(official).toEqual({
      type: 'realtime',
      object: 'realtime.session',
      id: 'sess_1',
      model: 'm',
      output_modalities: ['audio'],
      instructions: '',
      tools: [],
      tool_choice: 'auto',
      max_output_tokens: 'inf',
      tracing: null,
      truncation: 'auto',
      prompt: null,
      expires_at: 1_756_313_490,
      audio: {
        input: {
          format: { type: 'audio/pcm', rate: 24000 },
          transcription: null,
          noise_reduction: null,
          turn_detection: {
            type: 'server_vad',
            threshold: 0.5,
            prefix_padding_ms: 300,
            silence_duration_ms: 500,
            idle_timeout_ms: null,
            create_response: true,
            interrupt_response: true,
          },
        },
        output: { format: { type: 'audio/pcm', rate: 24000 }, voice: 'marin', speed: 1 },
      },
      include: null,
    });
  });

  it('does not change by an empty update', () => {
    expect(update({})).toEqual(opened);
    expect(update({ audio: { input: {}, output: {} } })).toEqual(opened);
  });

  it('has the values of an update', () => {
    const tools = [{ type: 'function', name: 'f' }];
    const settings = { instructions: 'i', tools, tool_choice: 'none', output_modalities: ['text'] };
    const once = update({ ...settings, max_output_tokens: 9, novelty: { a: 1 } });
    expect(once).toEqual({ ...opened, ...settings, max_output_tokens: 9, novelty: { a: 1 } });
    expect(update({ tools: [] }, once)).toEqual({ ...once, tools: [] });
  });

  it('merges nested objects', () => {
    const { turn_detection, ...input } = opened.audio.input;
    const after = update({
      audio: { input: { turn_detection: { type: 'server_vad', threshold: 0.9 } }, output: { voice: 'ash' } },
    });
    expect(after.audio).toEqual({
      input: { ...input, turn_detection: { ...turn_detection, threshold: 0.9 } },
      output: { ...opened.audio.output, voice: 'ash' },
    });
    const transcribed = update({ audio: { input: { transcription: { model: 'w' } } } });
    const inEnglish = update({ audio: { input: { transcription: { language: 'en' } } } }, transcribed);
    expect(inEnglish.audio.input.transcription).toEqual({ model: 'w', language: 'en' });
  });

  it('completes formats', () => {
    const formats = update({
      audio: { input: { format: { type: 'audio/pcmu' } }, output: { format: { type: 'audio/pcm' } } },
    });
    expect(formats.audio.input.format).toEqual({ type: 'audio/pcmu' });
    expect(formats.audio.output.format).toEqual({ type: 'audio/pcm', rate: 24000 });
  });

  it('disables what is null, and enables it again', () => {
    const on = update({
      audio: { input: { transcription: { model: 'w' }, noise_reduction: { type: 'far_field' } } },
    });
    expect(on.audio.input.noise_reduction).toEqual({ type: 'far_field' });
    const nothing = { turn_detection: null, transcription: null, noise_reduction: null };
    const off = update({ audio: { input: nothing } }, on);
    expect(off.audio.input).toEqual({ ...opened.audio.input, ...nothing });
    const again = update(
      { audio: { input: { turn_detection: { type: 'server_vad', silence_duration_ms: 900 } } } },
      off,
    );
    expect(again.audio.input.turn_detection).toEqual({
      ...opened.audio.input.turn_detection,
      silence_duration_ms: 900,
    });
  });

  it('starts another turn detection with its defaults', () => {
    const after = update({
      audio: { input: { turn_detection: { type: 'semantic_vad', eagerness: 'low' } } },
    });
    expect(after.audio.input.turn_detection).toEqual({
      type: 'semantic_vad',
      eagerness: 'low',
      create_response: true,
      interrupt_response: true,
    });
  });

  it('cannot change its type or model', () => {
    expect(update({ id: 'mine', object: 'x', expires_at: 0, model: 'm' })).toEqual(opened);
    expect(() => update({ model: 'other' })).toThrow(
      expect.objectContaining({ kind: 'invalid-value', param: 'session.model' }),
    );
    expect(() => applySessionUpdate(opened, read({ type: 'transcription' }))).toThrow(
      expect.objectContaining({ kind: 'invalid-value', param: 'session.type' }),
    );
  });
});

describe('a transcription session', () => {
  const listening = defaultTranscriptionSession({ id: 'sess_2', expiresAt: 9 });

  it('has only input settings', () => {
    expect(listening).toEqual({
      type: 'transcription',
      object: 'realtime.transcription_session',
      id: 'sess_2',
      expires_at: 9,
      audio: { input: opened.audio.input },
      include: null,
    });
  });

  it('is updated in the same way', () => {
    const include = ['item.input_audio_transcription.logprobs'];
    const audio = { input: { transcription: { model: 'w' } } };
    expect(applySessionUpdate(listening, read({ type: 'transcription', include, audio }))).toEqual({
      ...listening,
      include,
      audio: { input: { ...listening.audio.input, transcription: { model: 'w' } } },
    });
    expect(() => applySessionUpdate(listening, read({ type: 'realtime' }))).toThrow('"transcription"');
  });
});
