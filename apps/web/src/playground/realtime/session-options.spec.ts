import { describe, expect, it } from '@jest/globals';
import { type SessionOptions, secretRequest, sessionSettings } from './session-options.js';

const OPTIONS: SessionOptions = {
  model: 'm',
  modality: 'audio',
  voice: '',
  instructions: ' ',
  transcriptionModel: '',
};

function getSettings(options: SessionOptions): unknown {
  return JSON.parse(JSON.stringify(sessionSettings(options)));
}

describe('sessionSettings', () => {
  it('leaves out empty options', () => {
    expect(getSettings(OPTIONS)).toEqual({ type: 'realtime', output_modalities: ['audio'] });
  });

  it('contains the options', () => {
    const options = { ...OPTIONS, voice: 'echo', instructions: 'Be brief.', transcriptionModel: 'whisper-1' };
    expect(getSettings(options)).toMatchObject({
      instructions: 'Be brief.',
      audio: { input: { transcription: { model: 'whisper-1' } }, output: { voice: 'echo' } },
    });
  });

  it('has no voice for text output', () => {
    expect(getSettings({ ...OPTIONS, modality: 'text', voice: 'echo' })).toEqual({
      type: 'realtime',
      output_modalities: ['text'],
    });
  });
});

describe('secretRequest', () => {
  it('requests a secret for the session', () => {
    expect(secretRequest(OPTIONS)).toMatchObject({
      path: '/v1/realtime/client_secrets',
      json: { session: { model: 'm' } },
    });
  });
});
