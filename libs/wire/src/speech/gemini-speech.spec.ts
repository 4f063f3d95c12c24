import { type JsonObject, type SpeechRequest } from '#canonical';
import { describe, expect, it } from '@jest/globals';
import { WaveFile } from 'wavefile';
import { geminiSpeech } from './gemini-speech.js';
import { encodeWav } from './wav.js';

const ASKED: SpeechRequest = { model: 'm', text: 'Hello', voice: 'Kore', delivery: 'audio' };
const PCM = Buffer.from([1, 0, 2, 0, 255, 127]);

const answerWith = (...blobs: [mimeType: string, bytes: Buffer][]): JsonObject => ({
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

describe('a request for speech of Gemini', () => {
  it.each([
    ['alloy', 'Kore'],
    ['Onyx', 'Algenib'],
    ['Puck', 'Puck'],
    ['constructor', 'constructor'],
  ])('has for the voice %s the voice %s', (voice, name) => {
    expect(parseVoice(voice)).toBe(name);
  });

  it.each([
    [undefined, 'Hello'],
    ['  ', 'Hello'],
    ['Say cheerfully.', 'Say cheerfully: Hello'],
    ['Whisper:', 'Whisper: Hello'],
  ])('has the direction %j before its text', (instructions, text) => {
    const { body } = geminiSpeech.encodeRequest({ ...ASKED, instructions }, 'u');
    expect(body['contents']).toEqual([{ role: 'user', parts: [{ text }] }]);
  });

  it('loses a speed, unless it is the usual one', () => {
    expect(geminiSpeech.encodeRequest({ ...ASKED, speed: 1 }, 'u').lost).toEqual([]);
    expect(geminiSpeech.encodeRequest({ ...ASKED, speed: 2 }, 'u').lost).toMatchObject([{ field: 'speed' }]);
  });

  it.each(['mp3', 'opus', 'aac', 'flac'] as const)('cannot be for %s', (format) => {
    expect(() => geminiSpeech.encodeRequest({ ...ASKED, format }, 'u')).toThrow(
      expect.objectContaining({ kind: 'unsupported-parameter', param: 'format', code: 'unsupported_value' }),
    );
  });
});

describe('speech of Gemini', () => {
  it('is put in a WAV file of the rate that its type says', () => {
    const answer = answerWith(
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
  ])('is handed out as bare samples: %s as %s', (mimeType, contentType) => {
    const speech = geminiSpeech.decodeResponse(answerWith([mimeType, PCM]), { ...ASKED, format: 'pcm' });
    expect(speech).toMatchObject({ audio: PCM, contentType });
  });

  it('is taken out of a WAV file, whatever else is in it', () => {
    const wave = new WaveFile();
    wave.fromScratch(1, 22_050, '16', new Int16Array([5, -6, 7]));
    wave.setTag('ICMT', 'odd');
    const answer = answerWith(['audio/wav', Buffer.from(wave.toBuffer())]);
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
    ['an image', answerWith(['image/png', PCM])],
    ['audio in another form', answerWith(['audio/mp3', PCM])],
    ['no samples', answerWith(['audio/L16', Buffer.alloc(0)])],
    ['a broken file', answerWith(['audio/wav', Buffer.from('RIFF....WAVEfmt ')])],
  ])('is not: %s', (_what, answer) => {
    expect(() => geminiSpeech.decodeResponse(answer, ASKED)).toThrow(
      expect.objectContaining({ kind: 'upstream-bad-response' }),
    );
  });

  it.each<JsonObject>([
    { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } },
    { candidates: [{ finishReason: 'SAFETY' }] },
  ])('may be withheld: %j', (answer) => {
    expect(() => geminiSpeech.decodeResponse(answer, ASKED)).toThrow(
      expect.objectContaining({ kind: 'upstream-rejected', code: 'content_policy_violation' }),
    );
  });
});
