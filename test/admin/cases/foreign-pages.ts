import { beforeAll, expect, it } from '@jest/globals';
import { type TestGateway } from '../../harness/index.js';
import { type AdminStage } from '../admin-stage.js';
import { ask, getFault } from '../ask.js';
import { MATRIX } from '../matrix.js';
import { type People } from '../people.js';

type Route = Parameters<typeof ask>[1];

const MUTATIONS = Object.entries(MATRIX)
  .filter(([route]) => !route.startsWith('GET '))
  .map(([route, row]) => ({ route, row }));

export function describeForeignPages(getStage: () => AdminStage): void {
  let gateway: TestGateway;
  let people: People;

  beforeAll(() => {
    ({ gateway, people } = getStage());
  });

  it.each(MUTATIONS)('cannot make the browser of an admin do: $route', async ({ route, row }) => {
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
}
