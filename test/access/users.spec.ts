import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { UserRepository } from '#access';
import { AccessBench, NOW, minutesLater } from './access-bench.js';

describe('users', () => {
  let bench: AccessBench;

  beforeAll(async () => {
    bench = await AccessBench.open();
  });

  afterAll(async () => {
    await bench.close();
  });

  beforeEach(async () => {
    await bench.reset();
  });

  const enabledAdmins = () =>
    bench.database.query(`SELECT id FROM users WHERE role = 'admin' AND disabled_at IS NULL`);

  it('are found by their e-mail address, however it is typed', async () => {
    const ann = await bench.addUser('  Ann@Example.COM ');
    expect(ann).toMatchObject({
      email: 'ann@example.com',
      role: 'member',
      mustChangePassword: false,
      disabledAt: null,
      lastSignInAt: null,
    });
    expect(await bench.users.findByEmail(' aNN@example.com\n')).toEqual(ann);
    expect(await bench.users.findById(ann.id)).toEqual(ann);
  });

  it('are not found by what nobody can be called', async () => {
    await bench.addUser('ann@example.com');
    for (const email of ['', 'ann@example.com\0', 'ann', '%', 'x'.repeat(100_000)]) {
      expect(await bench.users.findByEmail(email)).toBeNull();
    }
    for (const id of ['', 'ann', '00000000-0000-4000-8000-000000000000', "'; DROP TABLE users"]) {
      expect(await bench.users.findById(id)).toBeNull();
      expect(await bench.users.update(id, { role: 'admin' }, NOW)).toBeNull();
      expect(await bench.users.setPassword(id, 'hash')).toBe(false);
    }
  });

  it('have an e-mail address each, without regard to case', async () => {
    await bench.addUser('ann@example.com');
    await expect(bench.addUser('ANN@example.com ')).rejects.toMatchObject({
      kind: 'wrong-state',
      param: 'email',
    });
    const many = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => bench.addUser(index % 2 === 0 ? 'bob@x.org' : 'BOB@X.ORG')),
    );
    expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(bench.database.query(`UPDATE users SET email = upper(email)`)).rejects.toThrow(
      'users_email_folded',
    );
  });

  it('have an e-mail address that is neither empty nor endless', async () => {
    for (const email of ['', ' ', 'x'.repeat(255)]) {
      await expect(bench.addUser(email)).rejects.toMatchObject({ kind: 'invalid-value', param: 'email' });
    }
    await bench.addUser('x'.repeat(254));
    expect(await bench.users.findByEmail('X'.repeat(254))).not.toBeNull();
    expect(await bench.users.findByEmail('X'.repeat(255))).toBeNull();
  });

  it('can be disabled and enabled again', async () => {
    const { id } = await bench.addUser('ann@example.com');
    expect(await bench.users.update(id, { isDisabled: true }, NOW)).toMatchObject({
      former: { disabledAt: null },
      user: { disabledAt: NOW },
    });
    const later = await bench.users.update(id, { isDisabled: true, role: 'admin' }, minutesLater(5));
    expect(later?.user).toMatchObject({ disabledAt: NOW, role: 'admin' });
    expect(await bench.users.update(id, { isDisabled: false }, NOW)).toMatchObject({
      former: { disabledAt: NOW },
      user: { disabledAt: null },
    });
  });

  it('always have an admin among them', async () => {
    const ann = await bench.addUser('ann@example.com', 'admin');
    const bob = await bench.addUser('bob@example.com', 'member');
    for (const changes of [{ role: 'member' }, { isDisabled: true }] as const) {
      await expect(bench.users.update(ann.id, changes, NOW)).rejects.toMatchObject({ kind: 'wrong-state' });
    }
    expect(await bench.users.update(ann.id.toUpperCase(), { role: 'member' }, NOW)).toBeNull();
    await bench.users.update(bob.id, { isDisabled: true }, NOW);
    await bench.users.update(bob.id, { role: 'admin' }, NOW);
    await expect(bench.users.update(ann.id, { role: 'member' }, NOW)).rejects.toThrow('last enabled admin');
    await bench.users.update(bob.id, { isDisabled: false }, NOW);
    expect(await bench.users.update(ann.id, { role: 'member' }, NOW)).toMatchObject({
      user: { role: 'member' },
    });
    expect(await enabledAdmins()).toEqual([{ id: bob.id }]);
  });

  it('have an admin even while all of them are being taken away at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      await bench.reset();
      const admins = await Promise.all(
        Array.from({ length: 6 }, (_, index) => bench.addUser(`admin-${index}@example.com`, 'admin')),
      );
      const outcomes = await Promise.allSettled(
        admins.map(({ id }, index) =>
          bench.users.update(id, index % 2 === 0 ? { role: 'member' } : { isDisabled: true }, NOW),
        ),
      );
      expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([
        { reason: { kind: 'wrong-state' } },
      ]);
      expect(await enabledAdmins()).toHaveLength(1);
    }
  });

  it('are changed together with whatever else their transaction changes, or not at all', async () => {
    const { id } = await bench.addUser('ann@example.com');
    const session = await bench.startSession(id);
    const undone = bench.dataSource.transaction(async (manager) => {
      await new UserRepository(manager).update(id, { isDisabled: true }, NOW);
      throw new Error('something else went wrong');
    });
    await expect(undone).rejects.toThrow('something else went wrong');
    expect(await bench.users.findById(id)).toMatchObject({ disabledAt: null });
    expect(await bench.sessions.find(session.id, NOW)).toBeDefined();
  });
});
