import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ADMIN_SCOPES, type AdminScope } from '#rights';
import { RouteTable } from '#http-edge';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../harness/index.js';
import { type AdminAnswer, ask } from './ask.js';
import { type Escalation } from './escalation-rules.js';
import { SWITCHED_TOKEN } from './escalations-apply.js';
import { ESCALATIONS } from './escalations.js';
import { type Scene } from './matrix-rules.js';
import { MATRIX } from './matrix.js';
import { People, type Person } from './people.js';

type Route = Parameters<typeof ask>[1];
type Headers = Record<string, string>;

const LIMITED_SCOPES = ADMIN_SCOPES.filter((scope) => scope !== '*');

/** The limits of members. */
const MEMBERS = { rpm: 60, models: ['sandbox-*'], budget: { usd: 20, period: 'monthly' } };

/** All tables that a route of the admin API changes, without columns that every request updates. */
const TABLES = [
  'tokens',
  'client_secrets',
  'channels',
  'models',
  'owners',
  'users',
  'user_sessions',
  'admin_tokens',
  'settings',
  'config_overrides',
  'config_generations',
  'config_places',
  'video_tasks',
  'webhook_deliveries',
  'recorded_contents',
  'audit_entries',
];
const NOTED = ['last_used_at', 'last_seen_at', 'last_sign_in_at'];

const ROWS = Object.entries(ESCALATIONS).flatMap(([route, escalations]) =>
  'because' in escalations ? [] : escalations.map((escalation) => ({ route, ...escalation })),
);

/** What a user can call whose password was chosen by another user. */
const BEFORE_PASSWORD_CHANGE = ['GET /api/session', 'DELETE /api/session', 'POST /api/session/password'];

const GUARDED = Object.keys(MATRIX).filter(
  (route) => route !== 'POST /api/session' && !BEFORE_PASSWORD_CHANGE.includes(route),
);

function mayHave(caller: string, escalation: Escalation): boolean {
  if ('refusedForAll' in escalation) return false;
  const { scopes, members = [] } = escalation;
  if (caller === 'all scopes but *') return !scopes.includes('*');
  return scopes.every((scope) => scope === caller) || members.some((member) => member === caller);
}

/** Sets of the required scopes, each without one of them. */
function listIncomplete(escalation: Escalation): AdminScope[][] {
  if ('refusedForAll' in escalation || escalation.scopes.length < 3) return [];
  const { scopes } = escalation;
  return scopes.map((missing) => scopes.filter((scope) => scope !== missing));
}

function getRefusals(caller: string, escalation: Escalation): number[] {
  if (caller === 'API token' || caller === 'signed out') return [401];
  return 'refusedForAll' in escalation ? [403, 404, escalation.refusedForAll] : [403, 404];
}

describe('permissions in the admin API', () => {
  let gateway: TestGateway;
  let people: People;
  let admin: Person;
  let other: Person;
  /** Users with a password that another user has chosen. */
  let waiting: Person[];
  const scripts = new Map<string, Headers>();
  const routes = new Set<string>();

  beforeAll(async () => {
    const added = jest.spyOn(RouteTable.prototype, 'add');
    gateway = await startTestGateway({ members: MEMBERS, tokens: [SWITCHED_TOKEN] });
    for (const [methods, url] of added.mock.calls) {
      if (!url.startsWith('/api')) continue;
      for (const method of [methods].flat()) routes.add(`${method} ${url}`);
    }
    added.mockRestore();
    people = await People.of(gateway);
    admin = await people.signedIn('admin');
    other = await people.signedIn('member');
    const options = { mustChangePassword: true };
    waiting = [await people.signedIn('admin', options), await people.signedIn('member', options)];
    for (const scope of LIMITED_SCOPES) await script([scope]);
    await script(LIMITED_SCOPES);
  });

  afterAll(async () => {
    await people.leave();
    await gateway.stop();
  });

  async function script(scopes: readonly AdminScope[]): Promise<Headers> {
    const name = scopes.join(' ');
    const headers = scripts.get(name) ?? (await people.script(scopes));
    scripts.set(name, headers);
    return headers;
  }

  const takeSnapshot = async (): Promise<unknown> => {
    const columns = TABLES.map(
      (table) =>
        `(SELECT md5(coalesce(string_agg(line, '|' ORDER BY line), '')) FROM (SELECT (to_jsonb(t) - '{${NOTED.join(',')}}'::text[])::text AS line FROM ${table} AS t) AS lines) AS ${table}`,
    );
    const [snapshot] = await gateway.database.query(`SELECT ${columns.join(', ')}`);
    return snapshot;
  };

  const openScene = async (): Promise<Scene> => ({
    origin: gateway.origin,
    admin,
    owner: await people.signedIn('member'),
  });

  /** The path and body of a new attempt. */
  async function prepare(route: string, escalation: Escalation, scene: Scene) {
    const [method, fixedPath] = route.split(' ');
    const path = (await escalation.path?.(scene)) ?? fixedPath;
    const body = await escalation.body?.(scene);
    return (headers: Headers): Promise<AdminAnswer> =>
      ask(gateway.origin, `${method} ${path}` as Route, { headers, body });
  }

  /** Scopes, or the role of a user, with their headers. */
  async function listCallers(
    { owner }: Scene,
    escalation: Escalation,
  ): Promise<[name: string, headers: Headers][]> {
    const incomplete = await Promise.all(
      listIncomplete(escalation).map(async (scopes) => [scopes.join(' '), await script(scopes)] as const),
    );
    return [
      ...incomplete.map(([scopes, headers]): [string, Headers] => [scopes, headers]),
      ...LIMITED_SCOPES.map((scope): [string, Headers] => [scope, scripts.get(scope) ?? {}]),
      ['all scopes but *', await script(LIMITED_SCOPES)],
      ['member owner', owner.headers],
      ['other member', other.headers],
      ['API token', { authorization: `Bearer ${TEST_TOKEN}` }],
      ['signed out', {}],
    ];
  }

  it('have an attempt to escalate, or a reason, for every route that changes something', () => {
    const changing = [...routes].filter((route) => !/^(GET|HEAD) /.test(route));
    expect(changing.toSorted()).toEqual(Object.keys(ESCALATIONS).toSorted());
  });

  it.each(ROWS)('$route: $attempt', async ({ route, ...escalation }) => {
    const scene = await openScene();
    const callers = await listCallers(scene, escalation);
    const send = await prepare(route, escalation, scene);
    const before = await takeSnapshot();
    for (const [caller, headers] of callers) {
      if (mayHave(caller, escalation)) continue;
      const answer = await send(headers);
      const isRefused = getRefusals(caller, escalation).includes(answer.status);
      expect({ caller, isRefused, answer: isRefused ? '' : answer.text }).toEqual({
        caller,
        isRefused: true,
        answer: '',
      });
      if (answer.status === 403)
        expect(answer.body).toMatchObject({ error: { message: expect.stringMatching(/./) } });
    }
    // Once for all of them: no later attempt restores what an earlier one has changed.
    expect(await takeSnapshot()).toEqual(before);
    if (!('refusedForAll' in escalation)) return expectAllowed(route, escalation);
    expect((await send(await script(['*']))).status).toBe(escalation.refusedForAll);
    expect((await send(admin.headers)).status).toBe(escalation.refusedForAll);
    expect(await takeSnapshot()).toEqual(before);
  });

  async function expectAllowed(
    route: string,
    escalation: Exclude<Escalation, { refusedForAll: number }>,
  ): Promise<void> {
    const { scopes, members = [], allowed, changesNothing = false, cleanUp } = escalation;
    for (const caller of ['admin', 'the scopes', '*', ...members]) {
      const scene = await openScene();
      const callers: Record<string, Headers> = {
        admin: admin.headers,
        'the scopes': await script(scopes),
        '*': await script(['*']),
        'member owner': scene.owner.headers,
        'other member': other.headers,
      };
      const send = await prepare(route, escalation, scene);
      const before = JSON.stringify(await takeSnapshot());
      const answer = await send(callers[caller] ?? {});
      expect([caller, answer.status, answer.status === allowed ? '' : answer.text]).toEqual([
        caller,
        allowed,
        '',
      ]);
      const hasChanged = JSON.stringify(await takeSnapshot()) !== before;
      expect([caller, hasChanged]).toEqual([caller, allowed < 400 && !changesNothing]);
      await cleanUp?.(scene);
    }
  }

  it.each(GUARDED)('%s requires a password that the user has chosen', async (route) => {
    const before = await takeSnapshot();
    for (const { headers } of waiting) {
      const answer = await ask(gateway.origin, route as Route, { headers });
      expect([answer.status, answer.body]).toMatchObject([
        403,
        { error: { code: 'password_change_required' } },
      ]);
    }
    expect(await takeSnapshot()).toEqual(before);
  });

  it('let a user with a password of another user read their session, and sign out', async () => {
    const { headers } = await people.signedIn('member', { mustChangePassword: true });
    expect((await ask(gateway.origin, 'GET /api/session', { headers })).body).toMatchObject({
      must_change_password: true,
    });
    expect((await ask(gateway.origin, 'DELETE /api/session', { headers })).status).toBe(204);
  });
});
