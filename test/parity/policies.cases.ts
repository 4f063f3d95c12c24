import { beforeAll, describe, expect, it } from '@jest/globals';
import { type ReceivedRequest } from '../fake-upstream/index.js';
import { eventually } from '../harness/index.js';
import { ROWS } from './matrix.js';
import { refusal, refusalIn } from './refusals.js';
import { type Row, type RequestOptions, rowsWith } from './row.js';
import { type Stage, type GetStage } from './stage.js';

export const MAX_TOKENS = 50;
const STRICT = { 'x-modelgate-strict': 'true' };
const PRIVATE = ['ann@example.com', '+49 30 1234567', '4111 1111 1111 1111'];
const OUTPUT_LIMIT = /"max(?:_completion|_output)?_tokens":\s*(\d+)|"maxOutputTokens":\s*(\d+)/;

function limitIn({ rawBody }: ReceivedRequest): number {
  const [, snake, camel] = OUTPUT_LIMIT.exec(rawBody.toString()) ?? [];
  return Number(snake ?? camel);
}

export const POLICIES = {
  maxOutputTokens: MAX_TOKENS,
  maxChoices: 1,
  maxImageSize: '1024x1024',
  maxVideoSize: '1280x720',
  maxVideoSeconds: 8,
  redact: ['email', 'phone', 'card'],
};

/** With a worker, because videos are requested by the worker that processes their tasks. */
export function describePolicies(staged: GetStage): void {
  describe('policies', () => {
    let stage: Stage;

    beforeAll(() => {
      stage = staged();
    });

    /** The upstream request of this request; no other one runs at the same time. */
    async function sentFor(
      row: Row,
      options: Partial<RequestOptions>,
    ): Promise<{ sent: ReceivedRequest; headers: Headers }> {
      const known = new Set(stage.received);
      const { received, error } = await stage.ask(row, { column: 'unrestricted', options });
      expect([error, received.status]).toEqual([undefined, 200]);
      const sent = await eventually(() =>
        stage.received.find((request) => request.method === 'POST' && !known.has(request)),
      );
      return { sent, headers: received.headers };
    }

    /** Sends a request that exceeds a policy, and checks that no upstream is called. */
    async function sendRejected(row: Row, options: Partial<RequestOptions>, headers = {}): Promise<object> {
      const posts = (): number => stage.received.filter(({ method }) => method === 'POST').length;
      const before = posts();
      const refused = await stage.ask(row, { column: 'unrestricted', options, headers });
      expect(posts()).toBe(before);
      return refusalIn(refused);
    }

    describe('on output tokens', () => {
      const rows = rowsWith(ROWS, 'maxOutputTokens');

      it.each(rows)('reduce the maximum of %s, with a warning', async (_name, row, { param }) => {
        const { sent, headers } = await sentFor(row, { maxOutputTokens: 400 });
        expect(limitIn(sent)).toBe(MAX_TOKENS);
        expect(headers.get('x-modelgate-warnings')?.split(', ')).toContain(param);
      });

      it.each(rows)('reject %s in strict mode', async (_name, row, capped) => {
        const refused = await sendRejected(row, { maxOutputTokens: 400 }, STRICT);
        expect(refused).toEqual(refusal('too much', { ...row, ...capped }));
      });

      it.each(rows)('set a maximum for %s if it has none', async (_name, row) => {
        const { sent, headers } = await sentFor(row, {});
        expect(limitIn(sent)).toBeLessThanOrEqual(MAX_TOKENS);
        expect(headers.get('x-modelgate-warnings')).toBeNull();
      });
    });

    it.each(rowsWith(ROWS, 'maxChoices'))('on choices apply to %s', async (_name, row, capped) => {
      const refused = await sendRejected(row, { choices: 2 });
      expect(refused).toEqual(refusal('too much', { ...row, ...capped }));
    });

    it.each(rowsWith(ROWS, 'maxImageSize'))('on images apply to %s', async (_name, row, capped) => {
      const refused = await sendRejected(row, { size: capped.tooLarge });
      expect(refused).toEqual(refusal('too much', { ...row, ...capped }));
    });

    it.each(rowsWith(ROWS, 'maxVideoSize'))(
      'on the size of videos apply to %s',
      async (_name, row, capped) => {
        const refused = await sendRejected(row, { size: '1792x1024' });
        expect(refused).toEqual(refusal('too much', { ...row, ...capped }));
      },
    );

    it.each(rowsWith(ROWS, 'maxVideoSeconds'))('on videos apply to %s', async (_name, row, capped) => {
      const refused = await sendRejected(row, { seconds: 12 });
      expect(refused).toEqual(refusal('too much', { ...row, ...capped }));
    });

    it.each(rowsWith(ROWS, 'redaction'))('redact private data in %s', async (_name, row) => {
      const { sent } = await sentFor(row, { text: `Tell ${PRIVATE.join(' and ')} about it` });
      const body = sent.rawBody.toString();
      expect(body).toContain('Tell [email] and [phone] and [card] about it');
      for (const secret of PRIVATE) expect(body).not.toContain(secret);
    });
  });
}
