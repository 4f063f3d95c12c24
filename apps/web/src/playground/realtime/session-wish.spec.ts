import { describe, expect, it } from '@jest/globals';
import { type SessionWish, secretRequest, sessionSettings } from './session-wish.js';

const WISH: SessionWish = {
  model: 'm',
  answers: 'audio',
  voice: '',
  instructions: ' ',
  transcriptionModel: '',
};

function settings(wish: SessionWish): unknown {
  return JSON.parse(JSON.stringify(sessionSettings(wish)));
}

describe('sessionSettings', () => {
  it('leaves to the service what nobody chose', () => {
    expect(settings(WISH)).toEqual({ type: 'realtime', output_modalities: ['audio'] });
  });

  it('says what was chosen', () => {
    const wish = { ...WISH, voice: 'echo', instructions: 'Be brief.', transcriptionModel: 'whisper-1' };
    expect(settings(wish)).toMatchObject({
      instructions: 'Be brief.',
      audio: { input: { transcription: { model: 'whisper-1' } }, output: { voice: 'echo' } },
    });
  });

  it('has no voice where nothing is spoken', () => {
    expect(settings({ ...WISH, answers: 'text', voice: 'echo' })).toEqual({
      type: 'realtime',
      output_modalities: ['text'],
    });
  });
});

describe('secretRequest', () => {
  it('asks for a secret for that session', () => {
    expect(secretRequest(WISH)).toMatchObject({
      path: '/v1/realtime/client_secrets',
      json: { session: { model: 'm' } },
    });
  });
});
