import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { type BegunEvent, diedEvent, getKey } from './begun-event.js';
import { LineBuffer } from './line-buffer.js';
import { abandonedText, begunText, endedText, readLine, readLines } from './spool-line.js';
import { type UsageEvent } from './usage-event.js';

const begun: BegunEvent = {
  id: '5f0c8a4e-6f5b-4b53-8f8e-0d9f4a2b7c11',
  requestId: 'req_5f0c8a4e6f5b4b538f8e0d9f4a2b7c11',
  startedAtMs: 1_763_164_800_123,
  tokenId: 'token',
  owner: 'Zoë\n\u2028\uD800 "quoted"',
  model: 'modèle-中文',
  operation: 'chat',
  format: 'openai-chat',
  channelId: 'id',
  channel: 'main',
  upstreamModel: 'gpt-x',
  isStreamed: true,
  usage: { inputTokens: 3 },
  budgetAccounts: ['token:token'],
};
const ended = diedEvent(begun, begun.startedAtMs + 10);
const LINES = [begunText(begun), endedText(ended), abandonedText(begun)].map(toLine);

function toLine(text: string): string {
  return LineBuffer.of([text]).bytes.toString();
}

describe('a line of the spool', () => {
  it('is read as it was written', () => {
    const { records, unreadable } = readLines(Buffer.from(LINES.join('')).toString());
    expect(records).toEqual([
      { kind: 'begun', event: begun },
      { kind: 'ended', event: ended },
      { kind: 'abandoned', key: getKey(begun) },
    ]);
    expect(unreadable).toBe(0);
  });

  it.each(['purses', 'budgetAccounts'])('is read as earlier versions wrote it, with %s', (name) => {
    const rename = ({ budgetAccounts, ...event }: BegunEvent): string =>
      JSON.stringify({ ...event, [name]: budgetAccounts });
    const lines = [`begun ${rename(begun)}`, `ended ${rename(ended)}`].map(toLine);
    expect(readLines(lines.join('')).records).toEqual([
      { kind: 'begun', event: begun },
      { kind: 'ended', event: ended },
    ]);
  });

  it('holds all that an end can say', () => {
    const full: UsageEvent = {
      ...ended,
      requestId: 'given-by-the-client',
      outcome: 'upstream-error',
      isCacheHit: true,
      firstByteMs: 2,
      usage: {
        inputTokens: 0,
        images: 2,
        audioSeconds: 1.25,
        searchUnits: 3,
        webSearches: 4,
        codeSessions: 5,
      },
      costMicroUsd: 7,
      priceVersion: 'v1',
      budgetAccounts: ['token:token', 'owner:Zoë', 'global'],
      attempts: [
        {
          channel: 'main',
          upstreamModel: 'gpt-x',
          outcome: 'upstream-error',
          durationMs: 2,
          reason: 'first',
        },
      ],
      flagged: ['violence'],
      sessionId: 'session',
      priceContext: { serviceTier: 'flex' },
      upstreamCostMicroUsd: 8,
      parameters: { temperature: 0.2, 'reasoning.effort': 'low' },
    };
    const { flagged: _flagged, sessionId: _sessionId, ...plain } = full;
    for (const event of [full, plain]) {
      const { records } = readLines(toLine(endedText(event)));
      expect(records).toEqual([{ kind: 'ended', event }]);
    }
  });

  it('is read in the form that versions with fewer counts wrote', () => {
    const text = begunText({ ...begun, usage: { inputTokens: 3, searchUnits: 13 } });
    expect(text).toContain('[3,null,null,null,null,null,null,null,null,null,null,null,13]');
    const [record] = readLines(toLine(text)).records;
    expect(record).toMatchObject({ event: { usage: { inputTokens: 3, searchUnits: 13 } } });
  });

  it('is read in the form that the previous version wrote, too', () => {
    const events = [`begun ${JSON.stringify(begun)}`, `ended ${JSON.stringify(ended)}`];
    const { records, unreadable } = readLines(events.map(toLine).join(''));
    expect(records).toEqual([
      { kind: 'begun', event: begun },
      { kind: 'ended', event: ended },
    ]);
    expect(unreadable).toBe(0);
  });

  it.each([undefined, ['violence']])('names the session last, with the flags %j before it', (flagged) => {
    const sessionId = 'ses_1 "quoted"\\';
    const event = { ...ended, sessionId, ...(flagged === undefined ? {} : { flagged }) };
    const lines = [begunText({ ...begun, sessionId }), endedText(event)];
    expect(readLines(lines.map(toLine).join('')).records).toEqual([
      { kind: 'begun', event: { ...begun, sessionId } },
      { kind: 'ended', event },
    ]);
    // A version that knows nothing of sessions takes the last but one for the flags.
    const values = JSON.parse(lines[1]?.slice('ended '.length) ?? '') as unknown[];
    expect(values.slice(-2)).toEqual([flagged ?? [], sessionId]);
  });

  it('keeps nothing of an attempt that went well at once, since no row tells of it', () => {
    const attempts = [{ channel: 'main', upstreamModel: 'gpt-x', outcome: 'ok', durationMs: 2 }];
    const { records } = readLines(toLine(endedText({ ...ended, attempts })));
    expect(records).toEqual([{ kind: 'ended', event: { ...ended, attempts: [] } }]);
  });

  it('is not read at all where any byte of the file after it is missing', () => {
    const bytes = Buffer.from(LINES.join(''));
    const ends = LINES.map((_line, index) => Buffer.byteLength(LINES.slice(0, index + 1).join('')));
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const { records, unreadable } = readLines(bytes.subarray(0, cut).toString());
      const whole = ends.filter((end) => end <= cut).length;
      expect({ cut, records: records.length, unreadable }).toEqual({ cut, records: whole, unreadable: 0 });
    }
  });

  it('is not mistaken for another where a byte has changed', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 255 }), (place, change) => {
        const bytes = Buffer.from(LINES[0]?.trimEnd() ?? '');
        const index = place % bytes.length;
        bytes[index] = (bytes[index] ?? 0) ^ change;
        expect(readLine(bytes.toString())).toBeUndefined();
      }),
      { numRuns: 100 },
    );
  });

  it('does not spoil the others where it is spoilt', () => {
    const [first = '', second = '', third = ''] = LINES;
    const { records, unreadable } = readLines(`${first}${second.slice(0, 50)}\n\n${third}`);
    expect(records.map(({ kind }) => kind)).toEqual(['begun', 'abandoned']);
    expect(unreadable).toBe(1);
  });
});
