import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { cpuGrowth } from '../../../test/cpu-time/index.js';
import { getDialect } from './errors/dialect.js';
import { scrubMessage } from './errors/scrub-message.js';
import { toStandardBase64, readDataUrl } from './openai-dialect/data-url.js';
import { isNotForRealtime } from './realtime/upstream-fault.js';
import { geminiSpeech } from './speech/gemini-speech.js';
import { encodeSrt } from './transcription/transcript.js';

const path = (text: string): string =>
  getDialect({ path: text, hasAnthropicVersion: false, hasGoogleCredential: false });
const cue = (text: string): string => encodeSrt([{ startSeconds: 0, endSeconds: 1, text }]);
const directed = (instructions: string): unknown =>
  geminiSpeech.encodeRequest(
    { model: 'm', text: 'hi', voice: 'alloy', instructions, format: 'wav' } as never,
    {} as never,
  );

describe('texts that are slow to process', () => {
  it.each<[string, number, (size: number) => unknown]>([
    ['a data URL of many =', 50_000, (size) => readDataUrl(`data:image/png;base64,${'='.repeat(size)}x`)],
    ['a data URL of many ;', 2_000_000, (size) => readDataUrl(`data:image/png${';'.repeat(size)}`)],
    ['base64 of many =', 50_000, (size) => toStandardBase64(`${'='.repeat(size)}x`)],
    ['base64 of many dashes', 1_000_000, (size) => toStandardBase64('-_ '.repeat(size / 4))],
    ['a path of many /models/', 16_000, (size) => path('/x' + '/models/a'.repeat(size / 9))],
    ['an error text of a-a-', 16_000, (size) => scrubMessage('a-'.repeat(size / 2))],
    ['an error text of a.a.', 16_000, (size) => scrubMessage('a.'.repeat(size / 2))],
    ['an error text of models', 16_000, (size) => isNotForRealtime({ message: 'model '.repeat(size / 6) })],
    ['speech instructions of dots', 50_000, (size) => directed(`${'.'.repeat(size)}x`)],
    ['a subtitle of spaces', 50_000, (size) => cue(`a${' '.repeat(size)}b`)],
  ])('take linear time: %s', (_what, size, work) => {
    const { cpuMs, factor } = cpuGrowth(work, size);
    expect(cpuMs).toBeLessThan(250);
    expect(factor).toBeLessThan(10);
  });
});

function short(...chunks: string[]): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...chunks), { maxLength: 14 }).map((chosen) => chosen.join(''));
}

/** Compares with the former regular expressions, on texts that are short enough for them. */
describe('ordinary texts', () => {
  it('have the method after the name of a model in a path', () => {
    fc.assert(
      fc.property(short('/models/', '/', ':', 'a', 'models', '//'), (text) => {
        expect(path(`/x${text}`)).toBe(/\/models\/.+:/.test(`/x${text}`) ? 'google' : 'openai');
      }),
    );
  });

  it('are parsed as the head of a data URL', () => {
    fc.assert(
      fc.property(short('data:', 'DATA:', ';', ',', 'base64', 'Base64', 'image/png', '=', 'QQ'), (url) => {
        const [opening = '', type = '', parameters = ''] = /^data:([^;,]*)((?:;[^;,]*)*),/i.exec(url) ?? [];
        const data = url.slice(opening.length);
        const bare = data.replace(/=+$/, '');
        const isRefused =
          /;base64$/i.test(parameters) && (!/^[A-Za-z0-9+/]*$/.test(bare) || bare.length % 4 === 1);
        const read = readDataUrl(url);
        expect(read === undefined).toBe(opening === '' || isRefused);
        if (read === undefined) return;
        expect(read.mediaType).toBe(type === '' ? 'text/plain' : type.toLowerCase());
        const isBase64 = /;base64$/i.test(parameters);
        expect(Buffer.from(read.base64, 'base64').toString('latin1')).toBe(
          isBase64 ? Buffer.from(bare, 'base64').toString('latin1') : data,
        );
      }),
      { numRuns: 100 },
    );
  });

  it('are one cue of a subtitle', () => {
    fc.assert(
      fc.property(short(' ', '\n', '\r', '\t', 'a', 'b c', '--', '>'), (text) => {
        const expected = text
          .trim()
          .replaceAll(/\s*\n\s*/g, '\n')
          .replaceAll('-->', '->');
        expect(cue(text)).toBe(`1\n00:00:00,000 --> 00:00:01,000\n${expected}\n\n`);
      }),
    );
  });
});
