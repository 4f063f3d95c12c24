import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Reply } from '../../fake-upstream/index.js';
import { readPartialBody, parseTypedEvents } from '../speech/events.js';
import { RECORDING, type TranscriptionHarness, formWith } from './harness.js';

type Case = [name: string, reply: Reply, outcome: string];

const FAULTS: Case[] = [
  ['an error', { kind: 'error', status: 500 }, 'upstream-error'],
  ['a reset', { kind: 'reset' }, 'upstream-unreachable'],
  ['a page', { kind: 'html', status: 200 }, 'upstream-bad-response'],
  ['JSON that breaks off', { kind: 'garbage' }, 'upstream-bad-response'],
  ['JSON without a text', { kind: 'json', body: { ok: true } }, 'upstream-bad-response'],
];

const WHOLE_FAULTS: Case[] = [
  ...FAULTS,
  ['a response that is cut off', { kind: 'truncate', afterBytes: 20 }, 'upstream-interrupted'],
  [
    'unexpected events',
    { kind: 'chunks', events: [{ type: 'transcript.text.done', text: '' }] },
    'upstream-bad-response',
  ],
  [
    'text instead of JSON',
    { kind: 'json', body: 'Hei.', headers: { 'content-type': 'text/plain' } },
    'upstream-bad-response',
  ],
];

const STREAM_FAULTS: Case[] = [
  ...FAULTS,
  ['an error as its first event', { kind: 'in-band-error', afterEvents: 0 }, 'upstream-error'],
  ['no event at all', { kind: 'chunks', rawChunks: [': hello\n\n'] }, 'upstream-interrupted'],
];

export function describeFaults(harnessed: () => TranscriptionHarness): void {
  describe('transcription if the upstream fails', () => {
    let harness: TranscriptionHarness;

    beforeAll(() => {
      harness = harnessed();
    });

    beforeEach(() => {
      harness.gateway.forgetFaults();
    });

    const ask = (...fields: [string, string][]): Promise<Response> =>
      harness.post(formWith([['model', 'twice'], ...fields]));

    const getOutcomes = async ({ headers }: Response): Promise<unknown> => {
      const line = await harness.gateway.getLog(headers.get('x-request-id') ?? '');
      return (line['attempts'] as { outcome: string }[]).map(({ outcome }) => outcome);
    };

    it.each(WHOLE_FAULTS)(
      'comes from the next channel after %s, with the same file',
      async (_name, reply, outcome) => {
        harness.failing.script(reply);
        const response = await ask();
        expect(await response.json()).toMatchObject({
          text: expect.stringMatching(/^Vi hører take one\.wav/),
        });
        expect(response.headers.get('x-modelgate-channel')).toBe('second');
        expect(await getOutcomes(response)).toEqual([outcome, 'ok']);
        expect(harness.upstream.received.at(-1)?.form().files).toMatchObject([
          { sizeBytes: RECORDING.length },
        ]);
      },
    );

    it.each(STREAM_FAULTS)('is streamed by the next channel after %s', async (_name, reply, outcome) => {
      harness.failing.script(reply);
      const response = await ask(['stream', 'true']);
      expect(parseTypedEvents(await response.text()).at(-1)?.type).toBe('transcript.text.done');
      expect(await getOutcomes(response)).toEqual([outcome, 'ok']);
    });

    it.each<Reply>([
      { kind: 'end-early', afterEvents: 3 },
      { kind: 'in-band-error', afterEvents: 3 },
      { kind: 'truncate', afterEvents: 3 },
    ])('ends with an error event if the failure is in the middle of its events: $kind', async (reply) => {
      harness.failing.script(reply);
      const { bytes, isWhole } = await readPartialBody(await ask(['stream', 'true']));
      expect(isWhole).toBe(false);
      const events = parseTypedEvents(bytes.toString());
      expect(events.map(({ type }) => type)).toEqual([...Array(3).fill('transcript.text.delta'), 'error']);
      expect(events.at(-1)).toMatchObject({ error: { type: 'server_error', code: 'upstream_stream_error' } });
    });

    it("returns the upstream's message for a request that it rejects", async () => {
      const response = await harness.post(
        formWith([
          ['model', 'gpt'],
          ['response_format', 'srt'],
        ]),
      );
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        error: { type: 'invalid_request_error', param: 'response_format', code: 'unsupported_value' },
      });
    });
  });
}
