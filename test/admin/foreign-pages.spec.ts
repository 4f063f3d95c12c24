import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestGateway, startTestGateway } from '../harness/index.js';
import { ask, getFault } from './ask.js';
import { MATRIX } from './matrix.js';
import { People } from './people.js';

type Route = Parameters<typeof ask>[1];

const MUTATIONS = Object.entries(MATRIX)
  .filter(([route]) => !route.startsWith('GET '))
  .map(([route, row]) => ({ route, row }));

describe('a page of another site', () => {
  let gateway: TestGateway;
  let people: People;

  beforeAll(async () => {
    gateway = await startTestGateway();
    people = await People.of(gateway);
  });

  afterAll(async () => {
    await people.leave();
    await gateway.stop();
  });

  it.each(MUTATIONS)('cannot have the browser of an admin do: $route', async ({ route, row }) => {
    const [admin, owner] = [await people.signedIn('admin'), await people.signedIn('member')];
    const scene = { origin: gateway.origin, admin, owner };
    const [method, fixedPath] = route.split(' ');
    const path = (await row.path?.(scene)) ?? fixedPath;
    const answer = await ask(gateway.origin, `${method} ${path}` as Route, {
      headers: { ...admin.headers, origin: 'https://evil.example' },
      body: row.body?.(scene),
    });
    expect(getFault(answer)).toEqual([403, 'foreign_origin', null]);
    const session = await ask(gateway.origin, 'GET /api/session', { headers: admin.headers });
    expect(session.status).toBe(200);
  });
});
