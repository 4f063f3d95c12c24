import { GoogleGenAI, Modality, type GenerateContentResponse } from '@google/genai';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { getPcm, getImage, toSha256, startFakeUpstream, getTranscript, type FakeUpstream } from '../index.js';

const KEY = 'sk-upstream-1';
const SAMPLES = 'audio/L16;codec=pcm;rate=24000';

let upstream: FakeUpstream;
let client: GoogleGenAI;

beforeEach(async () => {
  upstream = await startFakeUpstream();
  client = new GoogleGenAI({ apiKey: KEY, httpOptions: { baseUrl: upstream.origin, fetch } });
});

afterEach(() => upstream.close());

const getParts = (response: GenerateContentResponse) => response.candidates?.[0]?.content?.parts ?? [];
const blob = (mimeType: string, data: Buffer) => ({
  inlineData: { mimeType, data: data.toString('base64') },
});
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

describe('Gemini images', () => {
  it('are made of a text', async () => {
    const response = await client.models.generateContent({
      model: 'gemini-2.5-flash-image',
      contents: 'a red fox',
      config: { responseModalities: [Modality.IMAGE], imageConfig: { aspectRatio: '16:9', imageSize: '2K' } },
    });
    expect(getParts(response)).toEqual([blob('image/png', getImage({ prompt: 'a red fox' }))]);
    expect(response.data).toBe(getImage({ prompt: 'a red fox' }).toString('base64'));
    expect(response.usageMetadata).toMatchObject({
      promptTokenCount: 3,
      candidatesTokenCount: 16,
      candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 16 }],
    });
  });

  it('are made of images, with words, and streamed', async () => {
    const source = getImage({ prompt: 'source' });
    const request = {
      model: 'gemini-2.5-flash-image',
      contents: [{ role: 'user', parts: [{ text: 'make it blue' }, blob('image/png', source)] }],
    };
    const image = getImage({ prompt: 'make it blue', sources: [toSha256(source)] });
    const parts = [{ text: 'Here you are: make it blue' }, blob('image/png', image)];
    expect(getParts(await client.models.generateContent(request))).toEqual(parts);
    const streamed: unknown[] = [];
    for await (const chunk of await client.models.generateContentStream(request))
      streamed.push(...getParts(chunk));
    expect(streamed).toEqual(parts);
  });

  it('are withheld by the filter', async () => {
    upstream.scenario('filter');
    expect(await generate({ responseModalities: ['IMAGE'] })).toMatchObject({
      status: 200,
      body: { candidates: [{ finishReason: 'IMAGE_SAFETY' }] },
    });
  });
});

describe('Gemini speech', () => {
  const request = {
    model: 'gemini-2.5-flash-preview-tts',
    contents: 'say one two',
    config: { responseModalities: [Modality.AUDIO], speechConfig: voice('Kore') },
  };

  it('comes as samples', async () => {
    const response = await client.models.generateContent(request);
    expect(getParts(response)).toEqual([blob(SAMPLES, getPcm('say one two', 'Kore'))]);
    expect(response.usageMetadata?.candidatesTokensDetails).toMatchObject([{ modality: 'AUDIO' }]);
  });

  it('comes chunk by chunk', async () => {
    const chunks: Buffer[] = [];
    for await (const chunk of await client.models.generateContentStream(request)) {
      chunks.push(Buffer.from(chunk.data ?? '', 'base64'));
    }
    expect(chunks.length).toBeGreaterThan(1);
    expect(Buffer.concat(chunks)).toEqual(getPcm('say one two', 'Kore'));
  });

  it('breaks off like any stream', async () => {
    upstream.script({ kind: 'truncate', afterEvents: 2 });
    const chunks: unknown[] = [];
    const read = async () => {
      for await (const chunk of await client.models.generateContentStream(request)) chunks.push(chunk);
    };
    await expect(read()).rejects.toThrow('terminated');
    expect(chunks).toHaveLength(2);
  });

  it('has two speakers', async () => {
    const speakerVoiceConfigs = ['Puck', 'Leda'].map((name) => ({ speaker: name, ...voice(name) }));
    const speechConfig = { multiSpeakerVoiceConfig: { speakerVoiceConfigs } };
    expect(await generate({ responseModalities: ['AUDIO'], speechConfig })).toMatchObject({
      status: 200,
      body: { candidates: [{ content: { parts: [blob(SAMPLES, getPcm('hi', 'Puck'))] } }] },
    });
  });
});

describe('Gemini hears', () => {
  it('what is said, and writes it down', async () => {
    const audio = Buffer.from('audio');
    const contents = [{ role: 'user', parts: [{ text: 'Transcribe this.' }, blob('audio/mpeg', audio)] }];
    const response = await client.models.generateContent({ model: 'gemini-2.5-flash', contents });
    expect(response.text).toBe(getTranscript({ sha256: toSha256(audio), filename: 'audio/mpeg' }));
  });
});

describe('Imagen', () => {
  it('makes up to four images', async () => {
    const predictions = [0, 1].map((index) => ({
      mimeType: 'image/png',
      bytesBase64Encoded: getImage({ prompt: 'a fox', index }).toString('base64'),
    }));
    expect(await predict({ sampleCount: 2, aspectRatio: '16:9', personGeneration: 'allow_adult' })).toEqual({
      status: 200,
      body: { predictions },
    });
  });

  it.each([
    [{ sampleCount: 5 }, {}, 'parameters.sample_count'],
    [{ aspectRatio: '2:3' }, {}, 'parameters.aspect_ratio'],
    [{ n: 1 }, {}, 'parameters.n'],
    [{}, { prompt: '' }, 'instances[0].prompt'],
    [{}, { image: 'x' }, 'instances[0].image'],
  ])('refuses %j %j', async (parameters, instance, field) => {
    expect(await predict(parameters, { prompt: 'a', ...instance })).toMatchObject({
      status: 400,
      body: { error: { status: 'INVALID_ARGUMENT', details: [{ fieldViolations: [{ field }] }] } },
    });
  });
});

describe('Gemini refuses', () => {
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

  it('words from a model that only speaks', async () => {
    expect(await generate({}, 'gemini-2.5-flash-preview-tts')).toMatchObject({ status: 400 });
  });
});
