import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ADMIN_SCOPES, type AdminScope } from '#rights';
import { RouteTable } from '#http-edge';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../harness/index.js';
import { ask } from './ask.js';
import { CALLERS, type CallerKind, type Scene } from './matrix-rules.js';
import { MATRIX } from './matrix.js';
import { People } from './people.js';

type Route = Parameters<typeof ask>[1];

const CELLS = Object.entries(MATRIX).flatMap(([route, row]) =>
  CALLERS.map((caller) => ({ route, row, caller, expected: row.expected[caller] })),
);

describe('the admin API', () => {
  let gateway: TestGateway;
  let people: People;
  const routes = new Set<string>();

  beforeAll(async () => {
    const added = jest.spyOn(RouteTable.prototype, 'add');
    gateway = await startTestGateway();
    for (const [methods, url] of added.mock.calls) {
      if (!url.startsWith('/api')) continue;
      for (const method of [methods].flat()) if (method !== 'HEAD') routes.add(`${method} ${url}`);
    }
    added.mockRestore();
    people = await People.of(gateway);
  });

  afterAll(async () => {
    await people.leave();
    await gateway.stop();
  });

  async function getHeaders(
    caller: CallerKind,
    { admin, owner }: Scene,
    scope: AdminScope | undefined,
  ): Promise<Record<string, string>> {
    switch (caller) {
      case 'admin':
        return admin.headers;
      case 'member owner':
        return owner.headers;
      case 'other member':
        return (await people.signedIn('member')).headers;
      case 'admin token with the scope':
        return people.script(scope === undefined ? ['*'] : [scope]);
      case 'admin token without it':
        return people.script(ADMIN_SCOPES.filter((other) => other !== '*' && other !== scope));
      case 'API token':
        return { authorization: `Bearer ${TEST_TOKEN}` };
      case 'signed out':
        return {};
    }
  }

  it('has a row for every route', () => {
    expect([...routes].toSorted()).toEqual(Object.keys(MATRIX).toSorted());
  });

  it.each(CELLS)('$route for: $caller is $expected', async ({ route, row, caller, expected }) => {
    const admin = await people.signedIn('admin');
    const owner = await people.signedIn('member');
    const scene: Scene = { origin: gateway.origin, admin, owner };
    const [method, fixedPath] = route.split(' ');
    const path = (await row.path?.(scene)) ?? fixedPath;
    const headers = await getHeaders(caller, scene, row.scope);
    const answer = await ask(gateway.origin, `${method} ${path}` as Route, {
      headers,
      body: row.body?.(scene),
    });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([expected, 'no-store']);
  });
});
