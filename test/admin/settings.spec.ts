import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  GATEWAY_SETTINGS,
  type GatewaySetting,
  type GatewaySettingKind,
  LISTED_SETTINGS,
} from '#declarations';
import { createMediaStore } from '#media';
import { createWorker } from '../../apps/worker/src/create-worker.js';
import { TEST_TOKEN, type TestGateway, eventually, startTestGateway } from '../harness/index.js';
import { type AdminAnswer, ask, getFault } from './ask.js';
import { describeDeletions } from './deletions.cases.js';
import { People, type Person } from './people.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Changes are applied in every process within a second. */
const EVERYWHERE_MS = 1_000;

type Sections = Record<string, Record<string, unknown>>;

/** A value for every setting, in the structure of the admin API. */
function nest(getValue: (setting: GatewaySetting) => unknown) {
  const sections: Sections = {};
  for (const { section, name, setting } of LISTED_SETTINGS)
    sections[section] = { ...sections[section], [name]: getValue(setting) };
  return sections as Sections & Record<'policies' | 'members' | 'usage', Record<string, unknown>>;
}

const USUAL = nest(({ defaultValue }) => defaultValue);

/** A value of each kind that is not the default, in the admin API. */
const SAMPLES: Readonly<Record<Exclude<GatewaySettingKind['kind'], 'flag'>, unknown>> = {
  count: 7,
  days: 7,
  quota: 7,
  size: '640x480',
  budget: { usd: 5, period: 'daily' },
  models: ['sandbox-*'],
  moderation: { model: 'sandbox-moderation', action: 'flag' },
  redaction: ['email'],
};

describe('the settings', () => {
  let gateway: TestGateway;
  /** Another process on the same database. */
  let other: TestGateway;
  let people: People;
  let admin: Person;

  beforeAll(async () => {
    const models = [{ id: 'sandbox-chat', price: { perRequest: 0.01 } }];
    gateway = await startTestGateway({ models });
    other = await startTestGateway({
      models,
      database: gateway.database,
      environment: {
        MODELGATE_SECRET_KEY: Buffer.from(gateway.shared.config.secretKey ?? []).toString('base64'),
      },
    });
    people = await People.of(gateway);
    admin = await people.signedIn('admin');
  });

  afterAll(async () => {
    await people.leave();
    await other.stop();
    await gateway.stop();
  });

  const show = (origin = gateway.origin) => ask(origin, 'GET /api/settings', { headers: admin.headers });
  const change = (body: object, { origin } = gateway) =>
    ask(origin, 'PATCH /api/settings', { headers: { ...admin.headers, origin }, body });
  async function post(
    path: string,
    body: object,
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    const response = await fetch(`${other.baseUrl}/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }
  const chat = (more: object = {}) =>
    post('chat/completions', {
      model: 'sandbox-chat',
      messages: [{ role: 'user', content: 'write to ann@example.com' }],
      ...more,
    });
  const draw = () => post('images/generations', { model: 'sandbox-image', prompt: 'x', size: '64x64' });
  /** For how many days a response is stored, if it is. */
  const storedDays = async (): Promise<number | undefined> => {
    const { body } = await post('responses', { model: 'sandbox-chat', input: 'hello' });
    const [row] = await gateway.database.query(
      `SELECT round(extract(epoch FROM expires_at - created_at) / 86400)::int AS days
       FROM stored_responses WHERE id = $1`,
      [body['id']],
    );
    return row?.['days'] as number | undefined;
  };
  /** For how many days a link is valid. */
  const linkedDays = async (): Promise<number> => {
    const { body } = await post('images/generations', {
      model: 'sandbox-image',
      prompt: 'x',
      size: '64x64',
      response_format: 'url',
    });
    const [{ url } = { url: '' }] = body['data'] as { url: string }[];
    const expiresSeconds = Number(new URL(url).searchParams.get('expires'));
    return Math.round((expiresSeconds * 1000 - Date.now()) / DAY_MS);
  };

  it('have their defaults until they are set', async () => {
    const answer = await show();
    expect([answer.status, answer.body['values'], answer.body['defaults']]).toEqual([200, USUAL, USUAL]);
    expect(new Set(Object.values(toSources(answer)))).toEqual(new Set(['default']));
    expect(answer.body['config_file']).toBe(gateway.shared.config.file?.path);
  });

  it('can be set and reset, and are recorded in the audit log', async () => {
    const set = await change({ usage: { retention_days: 7 }, policies: { redact: ['email'] } });
    expect(set.status).toBe(200);
    expect(set.body['values']).toEqual({
      ...USUAL,
      usage: { retention_days: 7 },
      policies: { ...USUAL.policies, redact: ['email'] },
    });
    expect(toSources(set)).toMatchObject({
      'usage.retention_days': 'console',
      'policies.redact': 'console',
      'policies.max_choices': 'default',
    });
    expect((await show(other.origin)).body['values']).toEqual(set.body['values']);
    const unset = await change({ usage: { retention_days: null }, policies: { redact: null } });
    expect(unset.body['values']).toEqual(USUAL);
    const [, entry] = await gateway.database.query(
      `SELECT actor ->> 'name' AS actor, changes FROM audit_entries WHERE action = 'settings.change' ORDER BY seq`,
    );
    expect(entry).toEqual({
      actor: admin.email,
      changes: {
        'usage.retention_days': { from: 7, to: 90 },
        'policies.redact': { from: ['email'], to: null },
      },
    });
  });

  it('are all in the console', async () => {
    const { body } = await ask(gateway.origin, 'GET /api/forms', { headers: admin.headers });
    const groups = body['settings'] as { fields: { key: string }[] }[];
    const shown = groups.flatMap(({ fields }) => fields.map(({ key }) => key));
    expect(shown.toSorted()).toEqual(Object.keys(GATEWAY_SETTINGS).toSorted());
  });

  it('can all be set, shown and restored to the default', async () => {
    const given = nest(({ kind, defaultValue }) => (kind === 'flag' ? defaultValue !== true : SAMPLES[kind]));
    expect((await change(given)).body['values']).toEqual(given);
    const cleared = await change(nest(() => null));
    expect(cleared.body['values']).toEqual(USUAL);
  });

  it.each([
    [{ usage: { retention_days: 0 } }, 'usage.retention_days'],
    [{ usage: { retention_days: 36_501 } }, 'usage.retention_days'],
    [{ usage: { retentionDays: 3 } }, 'usage.retentionDays'],
    [{ usage: 3 }, 'usage'],
    [{ usage: null }, 'usage'],
    [{ responses: { store: 'yes' } }, 'responses.store'],
    [{ budgets: { global: { usd: -1 } } }, 'budgets.global.usd'],
    [{ budgets: { global: { usd: 1, period: 'yearly' } } }, 'budgets.global.period'],
    [{ policies: { max_image_size: 'large' } }, 'policies.max_image_size'],
    [{ policies: { moderation: { action: 'block' } } }, 'policies.moderation.model'],
    [{ policies: { redact: ['name'] } }, 'policies.redact'],
    [{ policies: { redact: [] } }, 'policies.redact'],
    [{ members: { models: [] } }, 'members.models'],
    [{ members: { models: ['a*b'] } }, 'members.models'],
    [{ sandbox: true }, 'sandbox'],
    [{ sandbox: { enabled: 'no' } }, 'sandbox.enabled'],
  ])('cannot be %j', async (body, param) => {
    const answer = await change(body);
    expect([answer.status, getFault(answer)[2]]).toEqual([400, param]);
  });

  describeDeletions(() => ({ gateway, admin }));

  it('are changed all or not at all', async () => {
    await change({ usage: { retention_days: 5 }, policies: { max_choices: 0 } });
    expect((await show()).body['values']).toEqual(USUAL);
  });

  describe('apply in every process at once', () => {
    it('for the limits of requests', async () => {
      expect((await chat({ n: 2 })).status).toBe(200);
      await change({ policies: { max_choices: 1 } });
      expect(await becomesTrue(async () => (await chat({ n: 2 })).status === 400)).toBe(true);
      await change({ policies: { max_choices: null } });
      expect(await becomesTrue(async () => (await chat({ n: 2 })).status === 200)).toBe(true);
    });

    it('for whether the sandbox is served', async () => {
      await change({ sandbox: { enabled: false } });
      expect(await becomesTrue(async () => (await chat()).status === 404)).toBe(true);
      await change({ sandbox: { enabled: null } });
      expect(await becomesTrue(async () => (await chat()).status === 200)).toBe(true);
    });

    it('for sizes', async () => {
      await change({ policies: { max_image_size: '32x32' } });
      expect(await becomesTrue(async () => (await draw()).status === 400)).toBe(true);
      await change({ policies: { max_image_size: null } });
      expect(await becomesTrue(async () => (await draw()).status === 200)).toBe(true);
    });

    it('for what is redacted in requests', async () => {
      await change({ policies: { redact: ['email'] } });
      expect(
        await becomesTrue(async () => !JSON.stringify((await chat()).body).includes('ann@example.com')),
      ).toBe(true);
      await change({ policies: { redact: null } });
      expect(
        await becomesTrue(async () => JSON.stringify((await chat()).body).includes('ann@example.com')),
      ).toBe(true);
    });

    it('for the model that moderates requests', async () => {
      await change({ policies: { moderation: { model: 'no-such-model' } } });
      expect(await becomesTrue(async () => (await chat()).status >= 500)).toBe(true);
      await change({ policies: { moderation: { model: 'sandbox-moderation' } } });
      expect(await becomesTrue(async () => (await chat()).status === 200)).toBe(true);
      await change({ policies: { moderation: null } });
    });

    it('for the budget of all tokens together', async () => {
      expect((await chat()).status).toBe(200);
      await change({ budgets: { global: { usd: 0, period: 'monthly' } } });
      expect(await becomesTrue(async () => (await chat()).status === 429)).toBe(true);
      await change({ budgets: { global: { usd: 10 } } });
      expect(await becomesTrue(async () => (await chat()).status === 200)).toBe(true);
      await change({ budgets: { global: null } });
    });

    it('for whether and how long responses are stored', async () => {
      expect(await storedDays()).toBe(30);
      await change({ responses: { retention_days: 3 } });
      expect(await becomesTrue(async () => (await storedDays()) === 3)).toBe(true);
      await change({ responses: { store: false } });
      expect(await becomesTrue(async () => (await storedDays()) === undefined)).toBe(true);
      await change({ responses: { store: null, retention_days: null } });
      expect(await becomesTrue(async () => (await storedDays()) === 30)).toBe(true);
    });

    it('for how long links to files are valid', async () => {
      expect(await linkedDays()).toBe(30);
      await change({ media: { retention_days: 2 } });
      expect(await becomesTrue(async () => (await linkedDays()) === 2)).toBe(true);
      await change({ media: { retention_days: null } });
    });
  });

  it('apply to the maintenance of workers', async () => {
    const { config, secretBox } = gateway.shared;
    const { dataDir } = config;
    const media = createMediaStore({ dataDir, secretKeys: () => secretBox.keys.all(), publicUrl: () => '' });
    const file = await media.save(Buffer.from('old'), { extension: 'png', maxBytes: 9 });
    const fiveDaysAgo = new Date(Date.now() - 5 * DAY_MS);
    await utimes(join(dataDir, 'media', file.id.slice(0, 2), `${file.id}.png`), fiveDaysAgo, fiveDaysAgo);
    const day = fiveDaysAgo.toISOString().slice(0, 10);
    await gateway.database.query(
      `CREATE TABLE usage_events_${day.replaceAll('-', '')} PARTITION OF usage_events
       FOR VALUES FROM ('${day}T00:00:00Z') TO ('${day}T24:00:00Z')`,
    );
    await change({ usage: { retention_days: 3 }, media: { retention_days: 3 } });
    const worker = await createWorker(gateway.shared);
    const report = await eventually(() => gateway.logs.find(({ msg }) => msg === 'maintenance done'));
    await worker.close();
    expect(report).toMatchObject({ droppedUsageDays: 1, expiredMedia: 1 });
    await change({ usage: { retention_days: null }, media: { retention_days: null } });
  });

  it('are read-only if the config file sets them', async () => {
    await change({ policies: { max_choices: 1, max_video_seconds: 8 } });
    const filed = await startTestGateway({
      database: gateway.database,
      policies: { maxChoices: 5 },
      budgets: { globalUsd: 2.5 },
      members: { maxTokens: 1, rpm: 60, budgetUsd: 5, models: ['m'] },
      environment: {
        MODELGATE_SECRET_KEY: Buffer.from(gateway.shared.config.secretKey ?? []).toString('base64'),
      },
    });
    const shown = await show(filed.origin);
    const refused = await change({ usage: { retention_days: 3 }, policies: { max_choices: 9 } }, filed);
    const allowed = await change({ policies: { max_video_seconds: 9 } }, filed);
    const ofMembers = await change({ members: { rpm: 1 } }, filed);
    await filed.stop();
    const ofFile = { max_tokens: 1, rpm: 60, budget: { usd: 5, period: 'total' }, models: ['m'] };
    expect(shown.body['values']).toMatchObject({
      budgets: { global: { usd: 2.5, period: 'total' } },
      members: { ...USUAL.members, ...ofFile },
      policies: { max_choices: 5, max_video_seconds: 8 },
    });
    expect(toSources(shown)).toMatchObject({
      'budgets.global': 'file',
      'policies.max_choices': 'file',
      'policies.max_video_seconds': 'console',
      'usage.retention_days': 'default',
    });
    const editable = (shown.body['sources'] as { key: string; editable: boolean }[]).map((setting) => [
      setting.key,
      setting.editable,
    ]);
    expect(Object.fromEntries(editable)).toMatchObject({
      'policies.max_choices': false,
      'policies.max_video_seconds': true,
      'usage.retention_days': true,
    });
    expect(getFault(refused)).toEqual([409, 'read_only', 'policies.max_choices']);
    expect(getFault(ofMembers)).toEqual([409, 'read_only', 'members.rpm']);
    expect((refused.body['error'] as { message: string }).message).toContain('modelgate.json');
    expect(allowed.body['values']).toMatchObject({ usage: USUAL.usage, policies: { max_video_seconds: 9 } });
  });
});

function toSources({ body }: AdminAnswer): Record<string, string> {
  const sources = body['sources'] as { key: string; source: string }[];
  return Object.fromEntries(sources.map(({ key, source }) => [key, source]));
}

/** Whether that becomes true within a short time. */
function becomesTrue(isSo: () => Promise<boolean>): Promise<boolean> {
  return eventually(async () => ((await isSo()) ? true : undefined), EVERYWHERE_MS);
}
