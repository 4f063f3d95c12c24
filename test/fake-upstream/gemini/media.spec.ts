import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startFakeUpstream, type FakeUpstream } from '../index.js';

const KEY = 'sk-upstream-1';

let upstream: FakeUpstream;

beforeEach(async () => {
  upstream = await startFakeUpstream();
});

afterEach(() => upstream.close());

const voice = (voiceName: string) => ({ voiceConfig: { prebuiltVoiceConfig: { voiceName } } });

async function post(verb: string, body: object, model = 'g') {
  const response = await fetch(`${upstream.origin}/v1beta/models/${model}:${verb}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'x-goog-api-key': KEY, 'content-type': 'application/json' },
  });
  return { status: response.status, body: (await response.json()) as object };
}

const generate = (generationConfig: object, model?: string) =>
  post('generateContent', { contents: [{ parts: [{ text: 'hi' }] }], generationConfig }, model);

const predict = (parameters: object, instance: object = { prompt: 'a fox' }) =>
  post('predict', { instances: [instance], parameters }, 'imagen-4.0-generate-001');

describe('Imagen', () => {
  it.each([
    [{ sampleCount: 5 }, {}, 'parameters.sample_count'],
    [{ aspectRatio: '2:3' }, {}, 'parameters.aspect_ratio'],
    [{ n: 1 }, {}, 'parameters.n'],
    [{}, { prompt: '' }, 'instances[0].prompt'],
    [{}, { image: 'x' }, 'instances[0].image'],
  ])('rejects %j %j', async (parameters, instance, field) => {
    expect(await predict(parameters, { prompt: 'a', ...instance })).toMatchObject({
      status: 400,
      body: { error: { status: 'INVALID_ARGUMENT', details: [{ fieldViolations: [{ field }] }] } },
    });
  });
});

describe('Gemini rejects', () => {
  const SPEECH = { responseModalities: ['AUDIO'] };

  it.each([
    [{ imageConfig: { aspectRatio: '7:3' } }, 'generation_config.image_config.aspect_ratio'],
    [{ imageConfig: { imageSize: '8K' } }, 'generation_config.image_config.image_size'],
    [{ imageConfig: { outputMimeType: 'x' } }, 'generation_config.image_config.output_mime_type'],
    [SPEECH, 'generation_config.speech_config.voice_config.prebuilt_voice_config.voice_name'],
    [
      { ...SPEECH, speechConfig: voice('alloy') },
      'generation_config.speech_config.voice_config.prebuilt_voice_config.voice_name',
    ],
    [{ ...SPEECH, speechConfig: { voice: 'Kore' } }, 'generation_config.speech_config.voice'],
    [
      { ...SPEECH, speechConfig: { multiSpeakerVoiceConfig: { speakerVoiceConfigs: [] } } },
      'generation_config.speech_config.multi_speaker_voice_config.speaker_voice_configs',
    ],
    [{ responseModalities: ['AUDIO', 'TEXT'] }, 'generation_config.response_modalities'],
    [{ responseModalities: ['VIDEO'] }, 'generation_config.response_modalities[0]'],
  ])('%j', async (config, field) => {
    expect(await generate(config)).toMatchObject({
      status: 400,
      body: { error: { details: [{ fieldViolations: [{ field }] }] } },
    });
  });

  it('text from a model that only speaks', async () => {
    expect(await generate({}, 'gemini-2.5-flash-preview-tts')).toMatchObject({ status: 400 });
  });
});
