import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { type BegunEvent, toDiedEvent, getEventKey } from './begun-event.js';
import { LineBuffer } from './line-buffer.js';
import { encodeAbandoned, encodeBegun, encodeEnded, decodeLine, decodeLines } from './spool-line.js';
import { type UsageEvent } from './usage-event.js';

const begun: BegunEvent = {
  id: '5f0c8a4e-6f5b-4b53-8f8e-0d9f4a2b7c11',
  requestId: 'req_5f0c8a4e6f5b4b538f8e0d9f4a2b7c11',
  sessionId: undefined,
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
  costMicroUsd: undefined,
  priceVersion: undefined,
  budgetAccounts: ['token:token'],
};
const ended = toDiedEvent(begun, begun.startedAtMs + 10);
const LINES = [encodeBegun(begun), encodeEnded(ended), encodeAbandoned(begun)].map(toLine);

function toLine(text: string): string {
  return LineBuffer.of([text]).bytes.toString();
}

describe('a line of the spool', () => {
  it('is decoded to the encoded event', () => {
    const { records, unreadable } = decodeLines(Buffer.from(LINES.join('')).toString());
    expect(records).toEqual([
      { kind: 'begun', event: begun },
      { kind: 'ended', event: ended },
      { kind: 'abandoned', key: getEventKey(begun) },
    ]);
    expect(unreadable).toBe(0);
  });

  it.each(['purses', 'budgetAccounts'])('of an earlier version, with %s, can be decoded', (name) => {
    const rename = ({ budgetAccounts, ...event }: BegunEvent): string =>
      JSON.stringify({ ...event, [name]: budgetAccounts });
    const lines = [`begun ${rename(begun)}`, `ended ${rename(ended)}`].map(toLine);
    expect(decodeLines(lines.join('')).records).toEqual([
      { kind: 'begun', event: begun },
      { kind: 'ended', event: ended },
    ]);
  });

  it('contains all members of an event', () => {
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
      client: { address: '192.0.2.1', userAgent: 'client/1' },
      flagged: ['violence'],
      sessionId: 'session',
      errorCode: 'upstream_error',
      priceContext: { serviceTier: 'flex' },
      upstreamCostMicroUsd: 8,
      parameters: { temperature: 0.2, 'reasoning.effort': 'low' },
    };
    const plain = { ...full, flagged: undefined, sessionId: undefined };
    for (const event of [full, plain]) {
      const { records } = decodeLines(toLine(encodeEnded(event)));
      expect(records).toEqual([{ kind: 'ended', event }]);
    }
  });

  it('of a version with fewer counts can be decoded', () => {
    const text = encodeBegun({ ...begun, usage: { inputTokens: 3, searchUnits: 13 } });
    expect(text).toContain('[3,null,null,null,null,null,null,null,null,null,null,null,13]');
    const [record] = decodeLines(toLine(text)).records;
    expect(record).toMatchObject({ event: { usage: { inputTokens: 3, searchUnits: 13 } } });
  });

  it('with an object instead of a list can be decoded', () => {
    const events = [`begun ${JSON.stringify(begun)}`, `ended ${JSON.stringify(ended)}`];
    const { records, unreadable } = decodeLines(events.map(toLine).join(''));
    expect(records).toEqual([
      { kind: 'begun', event: begun },
      { kind: 'ended', event: ended },
    ]);
    expect(unreadable).toBe(0);
  });

  it.each([undefined, ['violence']])('ends with the session, preceded by the flags %j', (flagged) => {
    const sessionId = 'ses_1 "quoted"\\';
    const event = { ...ended, sessionId, ...(flagged === undefined ? {} : { flagged }) };
    const lines = [encodeBegun({ ...begun, sessionId }), encodeEnded(event)];
    expect(decodeLines(lines.map(toLine).join('')).records).toEqual([
      { kind: 'begun', event: { ...begun, sessionId } },
      { kind: 'ended', event },
    ]);
    // A version without sessions reads the flags at the last position but one.
    const values = JSON.parse(lines[1]?.slice('ended '.length) ?? '') as unknown[];
    expect(values.slice(-2)).toEqual([flagged ?? [], sessionId]);
  });

  it('omits the attempt of a request whose only attempt succeeded, since no row contains it', () => {
    const attempts = [{ channel: 'main', upstreamModel: 'gpt-x', outcome: 'ok', durationMs: 2 }];
    const { records } = decodeLines(toLine(encodeEnded({ ...ended, attempts })));
    expect(records).toEqual([{ kind: 'ended', event: { ...ended, attempts: [] } }]);
  });

  it('is ignored if it is incomplete, at any byte', () => {
    const bytes = Buffer.from(LINES.join(''));
    const ends = LINES.map((_line, index) => Buffer.byteLength(LINES.slice(0, index + 1).join('')));
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const { records, unreadable } = decodeLines(bytes.subarray(0, cut).toString());
      const whole = ends.filter((end) => end <= cut).length;
      expect({ cut, records: records.length, unreadable }).toEqual({ cut, records: whole, unreadable: 0 });
    }
  });

  it('is rejected if any byte has changed', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 255 }), (position, change) => {
        const bytes = Buffer.from(LINES[0]?.trimEnd() ?? '');
        const index = position % bytes.length;
        bytes[index] = (bytes[index] ?? 0) ^ change;
        expect(decodeLine(bytes.toString())).toBeUndefined();
      }),
      { numRuns: 100 },
    );
  });

  it('does not affect other lines if it is damaged', () => {
    const [first = '', second = '', third = ''] = LINES;
    const { records, unreadable } = decodeLines(`${first}${second.slice(0, 50)}\n\n${third}`);
    expect(records.map(({ kind }) => kind)).toEqual(['begun', 'abandoned']);
    expect(unreadable).toBe(1);
  });
});
