import { beforeAll, describe, expect, it } from '@jest/globals';
import { NotFoundError } from 'openai';
import { TEST_TOKEN, eventually } from '../../harness/index.js';
import {
  type BackgroundHarness,
  type GetHarness,
  NARROW_TOKEN,
  STRANGER_TOKEN,
} from './background-harness.js';

export function describeCreation(harnessed: GetHarness): void {
  describe('a response in the background', () => {
    let harness: BackgroundHarness;

    beforeAll(() => {
      harness = harnessed();
    });

    const create = (input: string, model = 'sandbox-chat') =>
      harness.client().responses.create({ model, input, background: true });

    const createWith = (body: object, apiKey = TEST_TOKEN, headers: Record<string, string> = {}) =>
      harness
        .client(apiKey)
        .responses.create({ model: 'over-chat', input: 'x', background: true, ...body }, { headers });

    it.each(['sandbox-chat', 'over-chat', 'over-responses'])(
      'is returned at once as queued and made by a worker, by %s',
      async (model) => {
        const promised = await create('Take your time.', model);
        expect(promised).toMatchObject({
          object: 'response',
          status: 'queued',
          background: true,
          model,
          output: [],
        });
        const made = await harness.finished(promised.id);
        expect(made).toMatchObject({
          id: promised.id,
          created_at: promised.created_at,
          status: 'completed',
          background: true,
        });
        expect(made.output_text).toContain('Take your time.');
        const { data } = await harness.client().responses.inputItems.list(promised.id);
        expect(JSON.stringify(data)).toContain('Take your time.');
      },
    );

    it('can be continued once it is completed, and not before', async () => {
      const running = await create('My name is Ada. [[delay=700]]');
      const goOn = (id: string) =>
        harness
          .client()
          .responses.create({ model: 'over-chat', input: 'Who am I?', previous_response_id: id });
      await expect(goOn(running.id)).rejects.toMatchObject({
        status: 400,
        code: 'previous_response_not_found',
        param: 'previous_response_id',
      });
      await harness.finished(running.id);
      expect((await goOn(running.id)).status).toBe('completed');
      expect(harness.upstream.received.at(-1)?.rawBody.toString()).toContain('My name is Ada.');
    });

    it('continues an earlier one', async () => {
      const first = await harness
        .client()
        .responses.create({ model: 'over-chat', input: 'My name is Grace.' });
      const second = await harness.client().responses.create({
        model: 'over-responses',
        input: 'Who am I?',
        previous_response_id: first.id,
        background: true,
      });
      await harness.finished(second.id);
      const sent = harness.upstream.received.at(-1)?.json();
      expect(JSON.stringify(sent)).toContain('My name is Grace.');
      expect(sent).not.toHaveProperty('background');
    });

    it('fails with the error of the upstream', async () => {
      const { id } = await create('No. [[status=400]]');
      const failed = await harness.finished(id);
      expect(failed).toMatchObject({ id, status: 'failed', error: { code: 'server_error' }, output: [] });
      await expect(
        harness.client().responses.create({ model: 'over-chat', input: 'And?', previous_response_id: id }),
      ).rejects.toMatchObject({ code: 'previous_response_not_found' });
    });

    it('can end incomplete', async () => {
      const { id } = await harness.client().responses.create({
        model: 'sandbox-chat',
        input: 'A long one [[words=200]]',
        max_output_tokens: 16,
        background: true,
      });
      expect(await harness.finished(id)).toMatchObject({
        status: 'incomplete',
        incomplete_details: { reason: 'max_output_tokens' },
      });
    });

    it('belongs to its owner', async () => {
      const { id } = await create('Mine. [[delay=600]]');
      const stranger = harness.client(STRANGER_TOKEN).responses;
      const attempts = [
        () => stranger.retrieve(id),
        () => stranger.retrieve(id, { stream: true }),
        () => stranger.cancel(id),
        () => stranger.delete(id),
        () => stranger.inputItems.list(id),
      ];
      for (const attempt of attempts) await expect(attempt()).rejects.toThrow(NotFoundError);
      expect((await harness.finished(id)).status).toBe('completed');
      for (const attempt of attempts) await expect(attempt()).rejects.toThrow(NotFoundError);
    });

    it('is deleted once it is finished, with all of its content', async () => {
      const { id } = await create('Forget this. [[delay=600]]');
      await expect(harness.client().responses.delete(id)).rejects.toMatchObject({
        status: 409,
        code: 'response_not_finished',
      });
      await harness.finished(id);
      await harness.client().responses.delete(id);
      await expect(harness.client().responses.retrieve(id)).rejects.toThrow(NotFoundError);
      const query = 'SELECT sequence FROM background_response_events WHERE response_id = $1';
      expect(await harness.gateway.database.query(query, [id])).toEqual([]);
    });

    it('is encrypted in the database', async () => {
      const { id } = await create('A very private sentence.');
      await harness.finished(id);
      const rows = await harness.gateway.database.query(
        `SELECT encode(request, 'escape') AS request, encode(event, 'escape') AS event
       FROM background_responses JOIN background_response_events ON response_id = id WHERE id = $1`,
        [id],
      );
      expect(rows.length).toBeGreaterThan(3);
      expect(JSON.stringify(rows)).not.toContain('private sentence');
    });

    describe('is rejected at once', () => {
      it('if it may not be stored', async () => {
        await expect(createWith({ store: false })).rejects.toMatchObject({ status: 400, param: 'store' });
      });

      it.each<[object, object]>([
        [{ temperature: 9 }, { status: 400, param: 'temperature' }],
        [{ input: 7 }, { status: 400, param: 'input' }],
        [{ stream: 'yes' }, { status: 400, param: 'stream' }],
        [{ background: 'yes' }, { status: 400, param: 'background' }],
        [{ conversation: 'conv_1' }, { status: 400, param: 'conversation' }],
        [{ model: 'nobody' }, { status: 404, code: 'model_not_found' }],
      ])('for %j, as in the foreground', async (body, error) => {
        await expect(createWith(body)).rejects.toMatchObject(error);
      });

      it('for a model that its token may not use', async () => {
        await expect(createWith({ model: 'sandbox-chat' }, NARROW_TOKEN)).rejects.toMatchObject({
          status: 403,
        });
      });

      it('for parameters that would be lost, if the client is strict', async () => {
        const strict = { 'x-modelgate-strict': 'true' };
        await expect(createWith({ truncation: 'auto' }, TEST_TOKEN, strict)).rejects.toMatchObject({
          status: 400,
          param: 'truncation',
        });
      });
    });

    it('is not made for a token that may no longer use the model', async () => {
      await harness.stopWorker();
      const before = harness.upstream.received.length;
      const { id } = await harness
        .client(NARROW_TOKEN)
        .responses.create({ model: 'over-chat', input: 'x', background: true });
      await harness.gateway.database.query(`UPDATE tokens SET models = '{other}' WHERE name = 'narrow'`);
      await harness.ensureWorker();
      await eventually(async () => ((await harness.getRow(id))['status'] === 'failed' ? true : undefined));
      expect(harness.upstream.received).toHaveLength(before);
    });
  });
}
