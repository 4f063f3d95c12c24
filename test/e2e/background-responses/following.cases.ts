import { beforeAll, describe, expect, it } from '@jest/globals';
import { BadRequestError } from 'openai';
import { TEST_TOKEN } from '../../harness/index.js';
import {
  type BackgroundHarness,
  type GetHarness,
  type StreamEvent,
  collect,
  getSequences,
  getText,
} from './background-harness.js';

export function describeFollowing(harnessed: GetHarness): void {
  describe('a background response can be streamed', () => {
    let harness: BackgroundHarness;

    beforeAll(() => {
      harness = harnessed();
    });

    const create = (input: string, model = 'sandbox-chat') =>
      harness.client().responses.create({ model, input, background: true });

    it.each(['sandbox-chat', 'over-responses'])('from its creation, by %s', async (model) => {
      const stream = await harness.client().responses.create({
        model,
        input: 'Tell me as you go.',
        background: true,
        stream: true,
      });
      const events = await collect(stream);
      expect(events.slice(0, 4).map(({ type }) => type)).toEqual([
        'response.created',
        'response.queued',
        'response.in_progress',
        'response.output_item.added',
      ]);
      expect(getSequences(events)).toEqual(events.map((_, index) => index));
      const last = events.at(-1);
      if (last?.type !== 'response.completed') throw new Error(`ended with ${last?.type}`);
      const [first] = events;
      if (first?.type !== 'response.created') throw new Error(`began with ${first?.type}`);
      expect(last.response).toMatchObject({ id: first.response.id, background: true });
      expect(getText(events)).toContain('Tell me as you go.');
      expect((await harness.finished(first.response.id)).output_text).toBe(getText(events));
    });

    it('again from the last event that a client received, while it runs and afterwards', async () => {
      const stream = await harness.client().responses.create({
        model: 'sandbox-chat',
        input: 'Slowly. [[pace=20]] [[words=40]]',
        background: true,
        stream: true,
      });
      const seen: StreamEvent[] = [];
      for await (const event of stream) {
        seen.push(event);
        if (seen.length === 10) break;
      }
      const [created] = seen;
      const id = created?.type === 'response.created' ? created.response.id : '';
      expect((await harness.client().responses.retrieve(id)).status).toBe('in_progress');
      const resume = () =>
        harness
          .client()
          .responses.retrieve(id, { stream: true, starting_after: seen.at(-1)?.sequence_number });
      const rest = await collect(await resume());
      expect(rest[0]?.sequence_number).toBe(10);
      const made = await harness.finished(id);
      expect(getText([...seen, ...rest])).toBe(made.output_text);
      expect(await collect(await resume())).toEqual(rest);
      const whole = await collect(await harness.client().responses.retrieve(id, { stream: true }));
      expect(whole).toEqual([...seen, ...rest]);
    });

    it('by the stream helper of the library', async () => {
      const { id } = await create('With a helper. [[pace=20]]');
      const final = await harness.client().responses.stream({ response_id: id }).finalResponse();
      expect(final).toMatchObject({ id, status: 'completed' });
      expect(final.output_text).toContain('With a helper.');
    });

    it('until it fails', async () => {
      const { id } = await create('Break. [[pace=20]] [[cut]]');
      const events = await collect(await harness.client().responses.retrieve(id, { stream: true }));
      const last = events.at(-1);
      expect(last).toMatchObject({ type: 'response.failed', response: { id, status: 'failed' } });
      expect(getSequences(events)).toEqual(events.map((_, index) => index));
    });

    it('until it is cancelled', async () => {
      const { id } = await create('Slowly. [[pace=100]] [[words=300]]');
      const following = collect(await harness.client().responses.retrieve(id, { stream: true }));
      await harness.written(id, 6);
      await harness.client().responses.cancel(id);
      const events = await following;
      expect(events.some(({ type }) => type === 'response.completed' || type === 'response.failed')).toBe(
        false,
      );
    });

    it('only if it runs in the background, and only after a sequence number', async () => {
      const made = await harness.client().responses.create({ model: 'over-chat', input: 'Now.' });
      await expect(harness.client().responses.retrieve(made.id, { stream: true })).rejects.toThrow(
        BadRequestError,
      );
      const url = `${harness.gateway.baseUrl}/responses/${made.id}?stream=true&starting_after=x`;
      const answer = await fetch(url, { headers: { authorization: `Bearer ${TEST_TOKEN}` } });
      expect([answer.status, await answer.json()]).toMatchObject([
        400,
        { error: { param: 'starting_after' } },
      ]);
    });
  });
}
