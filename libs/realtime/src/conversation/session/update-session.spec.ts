import { describe, expect, it } from '@jest/globals';
import { type AudioFormat, type SessionPatch } from '../protocol/session-config.js';
import { newSession, updateSession } from './update-session.js';

const FACTS = { canSpeak: true, canListen: true, hasSpoken: false };
const SESSION = newSession('sess_1', { model: 'm', voice: 'alloy' }, FACTS);

describe('updateSession', () => {
  it('changes only the given members', () => {
    const updated = updateSession(
      SESSION,
      {
        type: 'realtime',
        model: 'm',
        instructions: undefined,
        tool_choice: 'required',
        tracing: 'auto',
        audio: {
          input: {
            transcription: { model: 'whisper-1' },
            turn_detection: { type: 'server_vad', threshold: 0.8 },
          },
        },
      },
      FACTS,
    );
    expect(updated).toEqual({
      ...SESSION,
      tool_choice: 'required',
      tracing: 'auto',
      audio: {
        output: SESSION.audio.output,
        input: {
          ...SESSION.audio.input,
          transcription: { model: 'whisper-1' },
          turn_detection: { ...SESSION.audio.input.turn_detection, threshold: 0.8 },
        },
      },
    });
    const off = updateSession(
      updated,
      { audio: { input: { turn_detection: null, transcription: null } } },
      FACTS,
    );
    expect(off.audio.input).toMatchObject({ turn_detection: null, transcription: null });
  });

  it('accepts the whole session, without changing its id', () => {
    const shown = { ...SESSION, id: 'sess_forged', expires_at: 1, instructions: 'New.' } as SessionPatch;
    const format = { type: 'audio/pcm' } as AudioFormat;
    const patch: SessionPatch = { ...shown, audio: { input: { format, transcription: { language: 'de' } } } };
    const first = updateSession(
      SESSION,
      { audio: { input: { transcription: { model: 'whisper-1' } } } },
      FACTS,
    );
    expect(updateSession(first, patch, FACTS)).toEqual({
      ...SESSION,
      instructions: 'New.',
      audio: {
        ...SESSION.audio,
        input: { ...SESSION.audio.input, transcription: { model: 'whisper-1', language: 'de' } },
      },
    });
  });

  it.each<[SessionPatch, string]>([
    [{ type: 'transcription' }, 'session.type'],
    [{ model: 'other' }, 'session.model'],
    [{ prompt: { id: 'pmpt_1' } }, 'session.prompt'],
    [{ tools: [{ type: 'mcp' }] }, 'session.tools[0].type'],
    [{ tool_choice: { type: 'mcp' } }, 'session.tool_choice.type'],
    [
      { audio: { input: { turn_detection: { type: 'server_vad', idle_timeout_ms: 5000 } } } },
      'session.audio.input.turn_detection.idle_timeout_ms',
    ],
  ])('rejects %j', (patch, param) => {
    expect(() => updateSession(SESSION, patch, FACTS)).toThrow(expect.objectContaining({ param }));
  });

  describe('without transcription and speech models', () => {
    const facts = { ...FACTS, canSpeak: false, canListen: false };
    const silent = newSession('sess_1', { model: 'm', voice: 'alloy' }, facts);

    it('ignores audio settings, and applies the others', () => {
      const tools = [{ type: 'function' as const, name: 'f' }];
      const input = {
        format: { type: 'audio/pcmu' as const },
        noise_reduction: { type: 'near_field' },
        transcription: { model: 'whisper-1' },
      };
      const output = { voice: 'marin', speed: 1.2 };
      const patch: SessionPatch = { output_modalities: ['text'], instructions: 'Sing.', tools };
      for (const turn_detection of [
        { type: 'semantic_vad' as const },
        { type: 'server_vad' as const, idle_timeout_ms: 5000 },
      ]) {
        const updated = updateSession(
          silent,
          { ...patch, audio: { input: { ...input, turn_detection }, output } },
          facts,
        );
        expect(updated).toMatchObject({
          ...patch,
          audio: { input: { ...input, transcription: null, turn_detection: null }, output },
        });
      }
    });

    it('rejects audio output', () => {
      expect(() => updateSession(silent, { output_modalities: ['audio'] }, facts)).toThrow(
        expect.objectContaining({ param: 'session.output_modalities' }),
      );
    });
  });
});
