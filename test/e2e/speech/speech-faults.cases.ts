import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Reply, getSpeech } from '../../fake-upstream/index.js';
import { type SpeechHarness } from './harness.js';
import { readPartialBody, parseTypedEvents } from './events.js';

const TEXT = 'one two three four five six seven eight nine ten';
const OPTIONS = { model: 'twice', input: TEXT, voice: 'nova' };

type Case = [name: string, reply: Reply, outcome: string];

const FAULTS: Case[] = [
  ['an error', { kind: 'error', status: 500 }, 'upstream-error'],
  ['a refused key', { kind: 'error', status: 401 }, 'upstream-auth'],
  ['a reset', { kind: 'reset' }, 'upstream-unreachable'],
  ['a page', { kind: 'html', status: 200 }, 'upstream-bad-response'],
  ['JSON', { kind: 'json', body: { error: { message: 'sorry' } } }, 'upstream-bad-response'],
];

const AUDIO_FAULTS: Case[] = [
  ...FAULTS,
  ['nothing', { kind: 'json', body: '', headers: { 'content-type': 'audio/mpeg' } }, 'upstream-bad-response'],
  [
    'bytes without a content type',
    { kind: 'json', body: 'abc', headers: { 'content-type': '' } },
    'upstream-bad-response',
  ],
  ['events', { kind: 'chunks', events: [{ type: 'speech.audio.done' }] }, 'upstream-bad-response'],
  [
    'a connection that is closed before the first byte',
    { kind: 'truncate', afterBytes: 0 },
    'upstream-interrupted',
  ],
];

const EVENT_FAULTS: Case[] = [
  ...FAULTS,
  ['an error as its first event', { kind: 'in-band-error', afterEvents: 0 }, 'upstream-error'],
  ['no event at all', { kind: 'chunks', rawChunks: [': hello\n\n'] }, 'upstream-interrupted'],
  ['an event that is not JSON', { kind: 'chunks', rawChunks: ['data: {\n\n'] }, 'upstream-bad-response'],
];

export function describeFaults(harnessed: () => SpeechHarness): void {
  describe('speech if the upstream fails', () => {
    let harness: SpeechHarness;

    beforeAll(() => {
      harness = harnessed();
    });

    beforeEach(() => {
      harness.gateway.forgetFaults();
    });

    const getOutcomes = async ({ headers }: Response): Promise<unknown> => {
      const line = await harness.gateway.getLog(headers.get('x-request-id') ?? '');
      return (line['attempts'] as { outcome: string }[]).map(({ outcome }) => outcome);
    };

    describe('before the first byte', () => {
      it.each(AUDIO_FAULTS)('comes from the next channel after %s', async (_name, reply, outcome) => {
        harness.failing.script(reply);
        const response = await harness.post(OPTIONS);
        const { bytes } = await readPartialBody(response);
        expect(bytes.equals(getSpeech(TEXT, 'nova', 'mp3'))).toBe(true);
        expect(response.headers.get('x-modelgate-channel')).toBe('second');
        expect(await getOutcomes(response)).toEqual([outcome, 'ok']);
      });

      it.each(EVENT_FAULTS)(
        'comes in events from the next channel after %s',
        async (_name, reply, outcome) => {
          harness.failing.script(reply);
          const response = await harness.post({ ...OPTIONS, stream_format: 'sse' });
          const events = parseTypedEvents(await response.text());
          expect(events.at(-1)?.type).toBe('speech.audio.done');
          expect(await getOutcomes(response)).toEqual([outcome, 'ok']);
        },
      );
    });

    it.each<Reply>([
      { kind: 'truncate', afterBytes: 5000 },
      { kind: 'reset', afterBytes: 5000 },
    ])(
      'is cut off if the failure is in the middle of the audio, and nothing is added to it: $kind',
      async (reply) => {
        harness.failing.script(reply);
        const response = await harness.post(OPTIONS);
        expect(response.status).toBe(200);
        const { bytes, isWhole } = await readPartialBody(response);
        expect(isWhole).toBe(false);
        expect(bytes.length).toBeGreaterThan(0);
        expect(bytes.equals(getSpeech(TEXT, 'nova', 'mp3').subarray(0, bytes.length))).toBe(true);
        expect(await getOutcomes(response)).toEqual(['upstream-interrupted']);
      },
    );

    it.each<Reply>([
      { kind: 'end-early', afterEvents: 3 },
      { kind: 'in-band-error', afterEvents: 3 },
      { kind: 'truncate', afterEvents: 3 },
    ])('ends with an error event if the failure is in the middle of its events: $kind', async (reply) => {
      harness.failing.script(reply);
      const response = await harness.post({ ...OPTIONS, stream_format: 'sse' });
      const { bytes, isWhole } = await readPartialBody(response);
      const events = parseTypedEvents(bytes.toString());
      expect(isWhole).toBe(false);
      expect(events.map(({ type }) => type)).toEqual([...Array(3).fill('speech.audio.delta'), 'error']);
      expect(events.at(-1)).toEqual({
        type: 'error',
        error: {
          message: expect.any(String),
          type: 'server_error',
          param: null,
          code: 'upstream_stream_error',
        },
      });
      expect(bytes.toString()).toContain('event: error\ndata: ');
    });

    it('is aborted at the upstream when its client has disconnected', async () => {
      harness.failing.script({ kind: 'slow', bytesPerWrite: 64, gapMs: 20 });
      const leaving = new AbortController();
      const response = await harness.post(OPTIONS, { signal: leaving.signal });
      leaving.abort();
      await harness.failing.received.at(-1)?.aborted;
      const line = await harness.gateway.getLog(response.headers.get('x-request-id') ?? '');
      expect(line).toMatchObject({ outcome: 'client-gone' });
    });

    it("is an error in OpenAI's format if no channel is left", async () => {
      harness.upstream.script({ kind: 'html', status: 200 });
      const response = await harness.post({ ...OPTIONS, model: 'openai' });
      expect(response.status).toBe(502);
      expect(await response.json()).toEqual({
        error: {
          message: expect.stringContaining('not audio'),
          type: 'server_error',
          param: null,
          code: 'upstream_bad_response',
        },
      });
    });
  });
}
