import { type JsonObject, type SpeechRequest } from '#canonical';
import { describe, expect, it } from '@jest/globals';
import { WaveFile } from '../../../../test/wave-file/index.js';
import { geminiSpeech } from './gemini-speech.js';
import { encodeWav } from './wav.js';

const ASKED: SpeechRequest = { model: 'm', text: 'Hello', voice: 'Kore', delivery: 'audio' };
const PCM = Buffer.from([1, 0, 2, 0, 255, 127]);

const buildResponse = (...blobs: [mimeType: string, bytes: Buffer][]): JsonObject => ({
  candidates: [
    {
      content: {
        parts: blobs.map(([mimeType, bytes]) => ({
          inlineData: { mimeType, data: bytes.toString('base64') },
        })),
      },
      finishReason: 'STOP',
    },
  ],
  usageMetadata: { promptTokenCount: 2, candidatesTokenCount: 30, totalTokenCount: 32 },
});

const parseVoice = (voice: string): unknown => {
  const { body } = geminiSpeech.encodeRequest({ ...ASKED, voice }, 'u');
  return JSON.stringify(body).match(/"voiceName":"([^"]*)"/)?.[1];
};

describe('a Gemini speech request', () => {
  it.each([
    ['alloy', 'Kore'],
    ['Onyx', 'Algenib'],
    ['Puck', 'Puck'],
    ['constructor', 'constructor'],
  ])('maps the voice %s to %s', (voice, name) => {
    expect(parseVoice(voice)).toBe(name);
  });

  it.each([
    [undefined, 'Hello'],
    ['  ', 'Hello'],
    ['Say cheerfully.', 'Say cheerfully: Hello'],
    ['Whisper:', 'Whisper: Hello'],
  ])('has the instructions %j before its text', (instructions, text) => {
    const { body } = geminiSpeech.encodeRequest({ ...ASKED, instructions }, 'u');
    expect(body['contents']).toEqual([{ role: 'user', parts: [{ text }] }]);
  });

  it('warns of a speed other than the default', () => {
    expect(geminiSpeech.encodeRequest({ ...ASKED, speed: 1 }, 'u').lost).toEqual([]);
    expect(geminiSpeech.encodeRequest({ ...ASKED, speed: 2 }, 'u').lost).toMatchObject([{ field: 'speed' }]);
  });

  it.each(['mp3', 'opus', 'aac', 'flac'] as const)('rejects the format %s', (format) => {
    expect(() => geminiSpeech.encodeRequest({ ...ASKED, format }, 'u')).toThrow(
      expect.objectContaining({ kind: 'unsupported-parameter', param: 'format', code: 'unsupported_value' }),
    );
  });
});

describe('a Gemini speech response', () => {
  it('is a WAV file with the declared sample rate', () => {
    const answer = buildResponse(
      ['audio/L16;codec=pcm;rate=16000', PCM],
      ['audio/L16;codec=pcm;rate=16000', PCM],
    );
    const { audio, contentType, usage } = geminiSpeech.decodeResponse(answer, ASKED);
    expect(contentType).toBe('audio/wav');
    expect(usage).toMatchObject({ inputTokens: 2, outputTokens: 30 });
    const wave = new WaveFile(audio);
    expect(wave.fmt).toMatchObject({ sampleRate: 16_000, numChannels: 1, bitsPerSample: 16 });
    expect([...wave.getSamples(false, Int16Array)]).toEqual([1, 2, 32_767, 1, 2, 32_767]);
  });

  it.each([
    ['audio/L16; rate=24000', 'audio/pcm'],
    ['audio/pcm', 'audio/pcm'],
    ['audio/l16;rate=48000', 'audio/pcm;rate=48000'],
  ])('is returned as raw samples: %s as %s', (mimeType, contentType) => {
    const speech = geminiSpeech.decodeResponse(buildResponse([mimeType, PCM]), { ...ASKED, format: 'pcm' });
    expect(speech).toMatchObject({ audio: PCM, contentType });
  });

  it('is extracted from a WAV file with other chunks', () => {
    const wave = new WaveFile();
    wave.fromScratch(1, 22_050, '16', new Int16Array([5, -6, 7]));
    wave.setTag('ICMT', 'odd');
    const answer = buildResponse(['audio/wav', Buffer.from(wave.toBuffer())]);
    const samples = Buffer.from(Int16Array.from([5, -6, 7]).buffer);
    expect(geminiSpeech.decodeResponse(answer, { ...ASKED, format: 'pcm' })).toMatchObject({
      audio: samples,
      contentType: 'audio/pcm;rate=22050',
    });
    expect(geminiSpeech.decodeResponse(answer, ASKED).audio).toEqual(
      encodeWav({ bytes: samples, rateHz: 22_050, channels: 1 }),
    );
  });

  it.each<[string, JsonObject]>([
    ['no candidate', {}],
    ['words', { candidates: [{ content: { parts: [{ text: 'Sorry' }] }, finishReason: 'STOP' }] }],
    ['an image', buildResponse(['image/png', PCM])],
    ['audio in another form', buildResponse(['audio/mp3', PCM])],
    ['no samples', buildResponse(['audio/L16', Buffer.alloc(0)])],
    ['a broken file', buildResponse(['audio/wav', Buffer.from('RIFF....WAVEfmt ')])],
  ])('is invalid: %s', (_what, answer) => {
    expect(() => geminiSpeech.decodeResponse(answer, ASKED)).toThrow(
      expect.objectContaining({ kind: 'upstream-bad-response' }),
    );
  });

  it.each<JsonObject>([
    { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } },
    { candidates: [{ finishReason: 'SAFETY' }] },
  ])('may be blocked: %j', (answer) => {
    expect(() => geminiSpeech.decodeResponse(answer, ASKED)).toThrow(
      expect.objectContaining({ kind: 'upstream-rejected', code: 'content_policy_violation' }),
    );
  });
});
