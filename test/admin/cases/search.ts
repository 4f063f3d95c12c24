import { beforeAll, expect, it } from '@jest/globals';
import { type TestGateway } from '../../harness/index.js';
import { type AdminStage } from '../admin-stage.js';
import { ask, getFault } from '../ask.js';
import { answeredRequest, ownedToken, queuedTask } from '../owned-objects.js';
import { type People, type Person } from '../people.js';

export function describeSearch(getStage: () => AdminStage): void {
  let gateway: TestGateway;
  let people: People;
  let admin: Person;

  beforeAll(async () => {
    ({ gateway, people } = getStage());
    admin = await people.signedIn('admin');
  });

  const find = async ({ headers }: Person, q: string): Promise<string[]> => {
    const { status, body } = await ask(gateway.origin, `GET /api/search?q=${encodeURIComponent(q)}`, {
      headers,
    });
    expect(status).toBe(200);
    return (body['data'] as { kind: string; id: string }[]).map(({ kind, id }) => `${kind} ${id}`);
  };

  it('finds everything by its name or id, and for members only models and what is theirs', async () => {
    const [owner, other] = [await people.signedIn('member'), await people.signedIn('member')];
    const owned = { origin: gateway.origin, admin, owner };
    const token = await ownedToken(owned);
    const requestId = await answeredRequest(owned, token);
    const taskId = await queuedTask(owned, token);
    const { body } = await ask(gateway.origin, 'POST /api/channels', {
      headers: admin.headers,
      body: { name: `to find ${owner.id}`, provider: 'sandbox', models: ['m'], enabled: false },
    });
    const mine = [`token ${token.id}`, `request ${requestId}`, `task ${taskId}`];
    for (const [q, wanted] of [
      [owner.email, [`token ${token.id}`, `user ${owner.id}`]],
      [requestId, [`request ${requestId}`]],
      [requestId.slice(0, 24), [`request ${requestId}`]],
      [taskId, [`task ${taskId}`]],
      [`to find ${owner.id}`.toUpperCase(), [`channel ${String(body['id'])}`]],
      ['sandbox-cha', ['model sandbox-chat']],
    ] as const) {
      expect(await find(admin, q)).toEqual(expect.arrayContaining([...wanted]));
      expect(await find(owner, q)).toEqual(
        wanted.filter((one) => mine.includes(one) || one.startsWith('model')),
      );
      expect(await find(other, q)).toEqual(wanted.filter((one) => one.startsWith('model')));
    }
    await ask(gateway.origin, `DELETE /api/channels/${String(body['id'])}`, { headers: admin.headers });
  });

  it('returns at most five of each kind, and requires a text', async () => {
    const name = crypto.randomUUID();
    for (let index = 0; index < 7; index += 1) {
      await ask(gateway.origin, 'POST /api/tokens', {
        headers: admin.headers,
        body: { name: `${name} ${index}` },
      });
    }
    expect(await find(admin, name)).toHaveLength(5);
    for (const query of ['', '?q=', `?q=${'x'.repeat(257)}`]) {
      const answer = await ask(gateway.origin, `GET /api/search${query}`, { headers: admin.headers });
      expect(getFault(answer)[2]).toBe('q');
    }
  });
}
