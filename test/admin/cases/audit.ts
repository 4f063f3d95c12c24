import { beforeAll, expect, it } from '@jest/globals';
import { type TestGateway } from '../../harness/index.js';
import { type AdminStage } from '../admin-stage.js';
import { ask, getFault } from '../ask.js';
import { type People, type Person } from '../people.js';

interface Entry {
  seq: number;
  at: string;
  action: string;
  subject: { type: string; id: string; name: string };
}

export function describeAuditLog(getStage: () => AdminStage): void {
  let gateway: TestGateway;
  let people: People;
  let admin: Person;
  let other: Person;

  beforeAll(async () => {
    ({ gateway, people } = getStage());
    admin = await people.signedIn('admin');
    other = await people.signedIn('admin');
    for (const [index, { headers }] of [admin, other, admin, other, admin].entries()) {
      await ask(gateway.origin, 'POST /api/tokens', { headers, body: { name: `token ${index}` } });
    }
  });

  const read = (query: string) => ask(gateway.origin, `GET /api/audit?${query}`, { headers: admin.headers });
  const getEntries = async (query: string) => (await read(query)).body['data'] as Entry[];
  const getNames = async (query: string) => (await getEntries(query)).map(({ subject }) => subject.name);
  const verify = (head = '') =>
    ask(gateway.origin, `GET /api/audit/verify${head}`, { headers: admin.headers });

  it('records who did what, from where', async () => {
    const [entry] = await getEntries('limit=1');
    expect(entry).toEqual({
      // The first entries are about the config file.
      seq: 6,
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      actor: { kind: 'user', id: admin.id, name: admin.email },
      action: 'token.create',
      subject: { type: 'token', id: expect.any(String), name: 'token 4' },
      changes: expect.objectContaining({ name: { from: null, to: 'token 4' } }),
      address: '127.0.0.1',
      request_id: expect.any(String),
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('is read page by page, newest first, although entries are added meanwhile', async () => {
    const { body } = await read('limit=2&subject_type=token');
    await ask(gateway.origin, 'PATCH /api/settings', { headers: admin.headers, body: {} });
    const rest = await getNames(`limit=9&subject_type=token&cursor=${String(body['next_cursor'])}`);
    expect([(body['data'] as Entry[]).map(({ subject }) => subject.name), rest]).toEqual([
      ['token 4', 'token 3'],
      ['token 2', 'token 1', 'token 0'],
    ]);
  });

  it('is read from its beginning if requested', async () => {
    const { body } = await read('limit=2&subject_type=token&sort=at');
    const cursor = String(body['next_cursor']);
    const rest = await getNames(`subject_type=token&sort=at&cursor=${cursor}`);
    expect([(body['data'] as Entry[]).map(({ subject }) => subject.name), rest]).toEqual([
      ['token 0', 'token 1'],
      ['token 2', 'token 3', 'token 4'],
    ]);
    expect(getFault(await read(`cursor=${cursor}`))).toEqual([400, 'invalid_value', 'cursor']);
  });

  it('is searched by every field of an entry', async () => {
    const [, third] = (await getEntries('action=token.create')).toReversed();
    expect(await getNames(`actor=${other.id}`)).toEqual(['token 3', 'token 1']);
    expect(await getNames(`actor=${encodeURIComponent(other.email)}`)).toEqual(['token 3', 'token 1']);
    expect(await getNames('action=token.revoke')).toEqual([]);
    expect(await getNames(`subject_type=token&subject_id=${third?.subject.id ?? ''}`)).toEqual(['token 1']);
    expect(await getNames('from=2999-01-01T00:00:00Z')).toEqual([]);
    expect(await getNames('to=2020-01-01T00:00:00Z')).toEqual([]);
    expect(
      await getNames('from=2020-01-01T00:00:00Z&to=2999-01-01T00:00:00Z&action=token.create'),
    ).toHaveLength(5);
  });

  it.each([
    ['from=yesterday', 'from'],
    ['cursor=before', 'cursor'],
    ['limit=1000', 'limit'],
    ['sort=hash', 'sort'],
    ['who=me', 'who'],
  ])('rejects ?%s', async (query, param) => {
    const answer = await read(query);
    expect([answer.status, getFault(answer)[2]]).toEqual([400, param]);
  });

  it('is verified as complete', async () => {
    const { status, body } = await verify();
    expect([status, body['faults']]).toEqual([200, []]);
    expect(body['head']).toMatch(/^\d+:[0-9a-f]{64}$/);
    const again = await verify(`?head=${String(body['head'])}`);
    expect(again.body).toEqual(body);
    const many = await Promise.all(Array.from({ length: 8 }, () => verify()));
    expect(many.map((answer) => answer.body)).toEqual(Array(8).fill(body));
    expect(getFault(await verify('?head=5'))).toEqual([400, 'invalid_value', 'head']);
  });

  it('is detected to be incomplete by an entry that was noted elsewhere', async () => {
    const { body } = await verify();
    const [seq = ''] = String(body['head']).split(':');
    const ahead = await verify(`?head=${Number(seq) + 1}:${'0'.repeat(64)}`);
    expect(ahead.body['faults']).toEqual([{ seq: Number(seq) + 1, what: 'is missing' }]);
    const replaced = await verify(`?head=${seq}:${'0'.repeat(64)}`);
    expect(replaced.body['faults']).toEqual([
      { seq: Number(seq), what: expect.stringContaining('replaced') },
    ]);
  });
}
