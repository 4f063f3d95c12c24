import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Vendor } from '../fake-upstream/account.js';
import { type FakeUpstream, startFakeUpstream } from '../fake-upstream/index.js';
import { type TestGateway } from '../harness/index.js';
import { type AdminAnswer, ask } from './ask.js';

const KEY = 'sk-upstream-1';
const WRONG_KEY = 'sk-wrong-0123456789abcd';

interface Stage {
  gateway: TestGateway;
  upstream: FakeUpstream;
  headers: Record<string, string>;
  /** A service whose lists of models are these pages. */
  origin: string;
  pages: Map<string, unknown>;
  answerPosts(status: number): void;
}

export function describeChannelCheck(getStage: () => Stage): void {
  describe('before there is a channel', () => {
    let stage: Stage;

    beforeAll(() => {
      stage = getStage();
    });

    const check = (settings: object): Promise<AdminAnswer> =>
      ask(stage.gateway.origin, 'POST /api/channels/check', {
        headers: stage.headers,
        body: { provider: 'openai-compatible', base_url: `${stage.origin}/v1`, api_keys: [KEY], ...settings },
      });

    it('are listed with their purposes and prices, and nothing is stored', async () => {
      stage.pages.set('/v1/models', {
        data: [{ id: 'gpt-5-nano' }, { id: 'text-embedding-3-small' }, { id: 'odd' }],
      });
      stage.answerPosts(404);
      const settings = { provider: 'openai', name: 'mine' };
      const { status, body } = await check(settings);
      expect([status, body]).toMatchObject([
        200,
        {
          outcome: 'works',
          problems: [],
          test: { ok: true, format: 'models', model: 'gpt-5-nano' },
          total_models: 3,
          first_model: 'gpt-5-nano',
        },
      ]);
      const listed = body['models'] as Record<string, unknown>[];
      expect(listed.map(({ id, capabilities, suggested }) => [id, capabilities, suggested])).toEqual([
        ['gpt-5-nano', ['chat'], true],
        ['odd', ['chat'], true],
        ['text-embedding-3-small', ['embeddings'], true],
      ]);
      expect(listed[0]).toMatchObject({
        price: { rates: { input_per_m_tok: 0.05 }, origin: 'built-in' },
        context: 400_000,
      });
      expect(await stage.gateway.database.query(`SELECT 1 FROM channels WHERE name = 'mine'`)).toEqual([]);
      const { body: audit } = await ask(stage.gateway.origin, 'GET /api/audit?action=channel.check', {
        headers: stage.headers,
      });
      expect(audit['data']).toMatchObject([{ subject: { type: 'new-channel', name: 'mine' } }]);
      expect(JSON.stringify([body, audit])).not.toContain(KEY);
    });

    it('are not listed if the key is wrong, and the field is named', async () => {
      const { status, body } = await check({ api_keys: [WRONG_KEY] });
      expect([status, body]).toMatchObject([
        200,
        { outcome: 'fails', test: { ok: false, status: 401, field: 'api_keys' }, models: [] },
      ]);
      expect(JSON.stringify(body)).not.toContain(WRONG_KEY);
      stage.answerPosts(401);
      expect((await check({})).body).toMatchObject({
        outcome: 'fails',
        test: { status: 401 },
        total_models: 3,
      });
    });

    it('are tested by name if the service has no list', async () => {
      stage.pages.delete('/v1/models');
      stage.answerPosts(404);
      expect((await check({})).body).toMatchObject({ outcome: 'fails', test: { format: 'models' } });
      const named = { base_url: stage.upstream.url, models: ['m'] };
      expect((await check(named)).body).toMatchObject({ outcome: 'works', test: { format: 'openai-chat' } });
      expect((await check({ provider: 'azure-openai' })).body).toMatchObject({ outcome: 'unknown' });
    });

    it.each<Vendor>(['kling', 'runway', 'luma', 'vidu', 'seedance', 'wan'])(
      'are not needed to check whether %s accepts a key',
      async (vendor) => {
        const key = vendor === 'kling' ? 'access-1:secret-of-kling-1' : `${vendor}-key-that-is-good`;
        const service = await startFakeUpstream({ vendor, apiKeys: [key] });
        const path =
          { luma: '/dream-machine/v1', seedance: '/api/v3', wan: '/api/v1' }[vendor as string] ?? '';
        const settings = { provider: vendor, base_url: `${service.origin}${path}` };
        const right = await check({ ...settings, api_keys: [key] });
        const wrong = await check({ ...settings, api_keys: [`${key}-not`] });
        await service.close();
        expect([right.body, wrong.body]).toMatchObject([
          { outcome: 'works', test: { format: 'video' } },
          { outcome: 'fails', test: { status: 401, field: 'api_keys' } },
        ]);
        expect(JSON.stringify(wrong.body)).not.toContain(`${key}-not`);
      },
    );

    it('are not requested if settings are invalid, all of which are named', async () => {
      const { body } = await check({
        provider: 'bedrock',
        base_url: 'nowhere',
        api_keys: ['a b'],
        weight: 0,
      });
      expect(body).toMatchObject({ outcome: 'invalid', test: null });
      const fields = (body['problems'] as { field: string }[]).map(({ field }) => field);
      expect(fields.toSorted()).toEqual(['api_keys[0]', 'base_url', 'region', 'weight']);
      const unknown = { provider: 'nobody', base_url: 'nowhere' };
      expect((await check(unknown)).body['problems']).toMatchObject([
        { field: 'provider' },
        { field: 'base_url' },
      ]);
    });
  });
}
