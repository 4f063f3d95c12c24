import { describe, expect, it } from '@jest/globals';
import type { ClientSecretCreateParams } from 'openai/resources/realtime/client-secrets';
import type { SessionCreateParams } from 'openai/resources/beta/realtime/sessions';
import type { TranscriptionSessionCreateParams } from 'openai/resources/beta/realtime/transcription-sessions';
import { type ClientSecretEndpoint, encodeClientSecret, readClientSecretRequest } from './client-secret.js';
import { defaultSession, defaultTranscriptionSession } from './default-session.js';

const read = (body: object, endpoint: ClientSecretEndpoint) =>
  readClientSecretRequest(Buffer.from(JSON.stringify(body)), endpoint);

describe('a request for a client secret', () => {
  it('is decoded in the GA dialect', async () => {
    const body: ClientSecretCreateParams = {
      expires_after: { anchor: 'created_at', seconds: 60 },
      session: { type: 'realtime', model: 'm', audio: { output: { voice: 'ash' } } },
    };
    expect(await read(body, 'client_secrets')).toEqual({ lifetimeSeconds: 60, session: body.session });
  });

  it('may be empty', async () => {
    const nothing = { lifetimeSeconds: 600, session: undefined };
    expect(await read({}, 'client_secrets')).toEqual(nothing);
    expect(await readClientSecretRequest(Buffer.alloc(0), 'client_secrets')).toEqual(nothing);
    expect(await read({ expires_after: { anchor: 'created_at' } }, 'client_secrets')).toEqual(nothing);
  });

  it('is decoded in the beta dialect', async () => {
    const conversation: SessionCreateParams = {
      model: 'gpt-4o-realtime-preview',
      modalities: ['text'],
      client_secret: { expires_after: { anchor: 'created_at', seconds: 10 } },
    };
    expect(await read(conversation, 'sessions')).toEqual({
      lifetimeSeconds: 10,
      session: { type: 'realtime', model: 'gpt-4o-realtime-preview', output_modalities: ['text'] },
    });
    const transcription: TranscriptionSessionCreateParams = {
      input_audio_format: 'pcm16',
      client_secret: { expires_at: { anchor: 'created_at', seconds: 7200 } },
    };
    expect(await read(transcription, 'transcription_sessions')).toEqual({
      lifetimeSeconds: 7200,
      session: {
        type: 'transcription',
        audio: { input: { format: { type: 'audio/pcm', rate: 24000 } } },
      },
    });
  });

  it.each<[ClientSecretEndpoint, object, string]>([
    ['client_secrets', { expires_after: { anchor: 'now' } }, 'expires_after.anchor'],
    ['client_secrets', { expires_after: { seconds: 9 } }, 'expires_after.seconds'],
    ['client_secrets', { expires_after: { seconds: 7201 } }, 'expires_after.seconds'],
    ['client_secrets', { expires_after: 60 }, 'expires_after'],
    ['client_secrets', { session: {} }, 'session.type'],
    ['client_secrets', { session: { type: 'realtime', tools: 1 } }, 'session.tools'],
    ['client_secrets', { base_url: 'https://elsewhere.example' }, 'base_url'],
    ['sessions', { client_secret: { expires_after: { seconds: 1 } } }, 'client_secret.expires_after.seconds'],
    ['sessions', { input_audio_format: 'mp3' }, 'input_audio_format'],
    [
      'transcription_sessions',
      { client_secret: { expires_at: { seconds: 1 } } },
      'client_secret.expires_at.seconds',
    ],
    ['transcription_sessions', { turn_detection: { type: 'x' } }, 'turn_detection.type'],
  ])('to %s with %j is rejected at %s', async (endpoint, body, param) => {
    await expect(read(body, endpoint)).rejects.toThrow(expect.objectContaining({ param, source: 'client' }));
  });

  it('must be an object', async () => {
    await expect(read([], 'sessions')).rejects.toThrow(expect.objectContaining({ source: 'client' }));
  });
});

describe('a client secret', () => {
  const session = defaultSession({ id: 'sess_1', model: 'm', expiresAt: 9 });
  const secret = { value: 'ek_1', expiresAtSeconds: 7, session };

  it('is beside its session in the GA dialect', () => {
    expect(encodeClientSecret(secret, 'ga')).toEqual({ value: 'ek_1', expires_at: 7, session });
  });

  it('is inside its session in the beta dialect', () => {
    expect(encodeClientSecret(secret, 'beta')).toEqual({
      object: 'realtime.session',
      id: 'sess_1',
      model: 'm',
      modalities: ['text', 'audio'],
      instructions: '',
      tools: [],
      tool_choice: 'auto',
      max_response_output_tokens: 'inf',
      tracing: null,
      prompt: null,
      expires_at: 9,
      include: null,
      input_audio_format: 'pcm16',
      input_audio_transcription: null,
      input_audio_noise_reduction: null,
      turn_detection: session.audio.input.turn_detection,
      output_audio_format: 'pcm16',
      voice: 'marin',
      speed: 1,
      client_secret: { value: 'ek_1', expires_at: 7 },
    });
  });

  it('may be for a transcription session', () => {
    const listening = defaultTranscriptionSession({ id: 'sess_2', expiresAt: 9 });
    expect(encodeClientSecret({ ...secret, session: listening }, 'beta')).toMatchObject({
      object: 'realtime.transcription_session',
      input_audio_format: 'pcm16',
      client_secret: { value: 'ek_1' },
    });
  });
});
