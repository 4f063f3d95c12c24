import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SignInMaintenance, type UserEntity } from '#access';
import { AccessHarness, NOW, minutesLater, asOperator } from './access-harness.js';

const HOUR = 60;

describe('sessions', () => {
  let harness: AccessHarness;
  let ann: UserEntity;

  beforeAll(async () => {
    harness = await AccessHarness.open();
  });

  afterAll(async () => {
    await harness.close();
  });

  beforeEach(async () => {
    await harness.reset();
    ann = await harness.addUser('ann@example.com');
  });

  const isAlive = async (id: string, now = NOW) => (await harness.sessions.find(id, now)) !== undefined;

  it('have ids that cannot be guessed and are not in the database', async () => {
    const sessions = await Promise.all(Array.from({ length: 20 }, () => harness.startSession(ann.id)));
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(20);
    for (const { id } of sessions) expect(id).toMatch(/^[\w-]{43}$/);
    const rows = await harness.database.query('SELECT id_hash, address, user_agent FROM user_sessions');
    const hashes = sessions.map(({ id }) => createHash('sha256').update(id).digest('hex'));
    expect(rows.map((row) => (row['id_hash'] as Buffer).toString('hex')).toSorted()).toEqual(
      hashes.toSorted(),
    );
    expect(rows[0]).toMatchObject({ address: '192.0.2.1', user_agent: 'a browser' });
  });

  it('return their user', async () => {
    const { id, expiresAt } = await harness.startSession(ann.id);
    expect(await harness.sessions.find(id, NOW)).toEqual({
      id,
      user: { id: ann.id, email: 'ann@example.com', role: 'member', mustChangePassword: false },
      createdAt: NOW,
      lastSeenAt: NOW,
      expiresAt,
    });
    for (const other of ['', 'x'.repeat(43), `${id}x`, id.slice(0, -1), id.toUpperCase()]) {
      expect(await harness.sessions.find(other, NOW)).toBeUndefined();
    }
  });

  it('accept any user agent', async () => {
    const userAgent = `\0${'ü'.repeat(100_000)}`;
    const { id } = await harness.sessions.start(ann.id, { address: '::1', userAgent }, NOW);
    expect(await isAlive(id)).toBe(true);
  });

  it('end after half an hour without use', async () => {
    const { id } = await harness.startSession(ann.id);
    expect(await isAlive(id, minutesLater(29))).toBe(true);
    expect(await isAlive(id, minutesLater(58))).toBe(true);
    expect(await isAlive(id, minutesLater(88))).toBe(false);
  });

  it('end after twelve hours of use', async () => {
    const { id, expiresAt } = await harness.startSession(ann.id);
    expect(expiresAt).toEqual(minutesLater(12 * HOUR));
    for (let minutes = 25; minutes < 12 * HOUR; minutes += 25)
      expect(await isAlive(id, minutesLater(minutes))).toBe(true);
    expect(await isAlive(id, minutesLater(12 * HOUR - 1))).toBe(true);
    expect(await isAlive(id, minutesLater(12 * HOUR))).toBe(false);
  });

  it('record their use at most once a minute', async () => {
    const { id } = await harness.startSession(ann.id);
    const lastSeen = async (secondsLater: number) => {
      await harness.sessions.find(id, minutesLater(secondsLater / 60));
      const rows = await harness.database.query(
        'SELECT extract(epoch FROM last_seen_at - $1)::int AS seconds FROM user_sessions',
        [NOW],
      );
      return rows[0]?.['seconds'];
    };
    expect([await lastSeen(59), await lastSeen(60), await lastSeen(119), await lastSeen(150)]).toEqual([
      0, 60, 60, 150,
    ]);
  });

  it('can be ended one by one, or all of a user at once', async () => {
    const bob = await harness.addUser('bob@example.com');
    const [first, second, third, ofBob] = await Promise.all(
      [ann.id, ann.id, ann.id, bob.id].map((userId) => harness.startSession(userId)),
    );
    const ids = [first, second, third, ofBob].map((session) => session?.id ?? '');
    expect(await harness.sessions.end(ids[0] ?? '')).toBe(true);
    expect(await harness.sessions.end(ids[0] ?? '')).toBe(false);
    expect(await Promise.all(ids.map((id) => isAlive(id)))).toEqual([false, true, true, true]);
    expect(await harness.sessions.endAll(ann.id)).toBe(2);
    expect(await Promise.all(ids.map((id) => isAlive(id)))).toEqual([false, false, false, true]);
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['is disabled', (id) => harness.users.update(id, { isDisabled: true }, NOW, asOperator)],
    ['has another role', (id) => harness.users.update(id, { role: 'admin' }, NOW, asOperator)],
    ['has another password', (id) => harness.users.setPassword(id, { passwordHash: 'another' }, asOperator)],
    ['is deleted', (id) => harness.database.query('DELETE FROM users WHERE id = $1', [id])],
  ])('end when their user %s', async (_what, change) => {
    const bob = await harness.addUser('bob@example.com');
    const [ofAnn, ofBob] = [await harness.startSession(ann.id), await harness.startSession(bob.id)];
    await change(ann.id);
    expect([await isAlive(ofAnn.id), await isAlive(ofBob.id)]).toEqual([false, true]);
    expect(await harness.database.query('SELECT count(*)::int FROM user_sessions')).toEqual([{ count: 1 }]);
  });

  it('continue if nothing about their user has changed', async () => {
    const { id } = await harness.startSession(ann.id);
    await harness.users.update(ann.id, { role: 'member', isDisabled: false }, NOW, asOperator);
    expect(await isAlive(id)).toBe(true);
  });

  it('are rejected for a user who was disabled directly in the database', async () => {
    const { id } = await harness.startSession(ann.id);
    await harness.database.query('UPDATE users SET disabled_at = now()');
    expect(await isAlive(id)).toBe(false);
  });

  it('are deleted once they have expired', async () => {
    const maintenance = new SignInMaintenance(harness.dataSource);
    const [idle, used] = [await harness.startSession(ann.id), await harness.startSession(ann.id)];
    await isAlive(used.id, minutesLater(15));
    expect(await maintenance.run(minutesLater(29))).toMatchObject({ expiredSessions: 0 });
    expect(await maintenance.run(minutesLater(30))).toMatchObject({ expiredSessions: 1 });
    expect(await isAlive(idle.id, NOW)).toBe(false);
    expect(await isAlive(used.id, minutesLater(30))).toBe(true);
    await harness.database.query('UPDATE user_sessions SET last_seen_at = $1', [minutesLater(12 * HOUR - 1)]);
    expect(await maintenance.run(minutesLater(12 * HOUR))).toMatchObject({ expiredSessions: 1 });
  });
});
