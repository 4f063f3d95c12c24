import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { UserRepository } from '#access';
import { AccessHarness, NOW, minutesLater, asOperator } from './access-harness.js';

describe('users', () => {
  let harness: AccessHarness;

  beforeAll(async () => {
    harness = await AccessHarness.open();
  });

  afterAll(async () => {
    await harness.close();
  });

  beforeEach(async () => {
    await harness.reset();
  });

  const enabledAdmins = () =>
    harness.database.query(`SELECT id FROM users WHERE role = 'admin' AND disabled_at IS NULL`);

  it('are found by their e-mail address, however it is typed', async () => {
    const ann = await harness.addUser('  Ann@Example.COM ');
    expect(ann).toMatchObject({
      email: 'ann@example.com',
      role: 'member',
      mustChangePassword: false,
      disabledAt: null,
      lastSignInAt: null,
    });
    expect(await harness.users.findByEmail(' aNN@example.com\n')).toEqual(ann);
    expect(await harness.users.findById(ann.id)).toEqual(ann);
  });

  it('are not found by an invalid e-mail address', async () => {
    await harness.addUser('ann@example.com');
    for (const email of ['', 'ann@example.com\0', 'ann', '%', 'x'.repeat(100_000)]) {
      expect(await harness.users.findByEmail(email)).toBeNull();
    }
    for (const id of ['', 'ann', '00000000-0000-4000-8000-000000000000', "'; DROP TABLE users"]) {
      expect(await harness.users.findById(id)).toBeNull();
      expect(await harness.users.update(id, { role: 'admin' }, NOW, asOperator)).toBeNull();
      expect(await harness.users.setPassword(id, { passwordHash: 'hash' }, asOperator)).toBe(false);
    }
  });

  it('have unique e-mail addresses, without regard to case', async () => {
    await harness.addUser('ann@example.com');
    await expect(harness.addUser('ANN@example.com ')).rejects.toMatchObject({
      kind: 'wrong-state',
      param: 'email',
    });
    const many = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => harness.addUser(index % 2 === 0 ? 'bob@x.org' : 'BOB@X.ORG')),
    );
    expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(harness.database.query(`UPDATE users SET email = upper(email)`)).rejects.toThrow(
      'users_email_folded',
    );
  });

  it('have an e-mail address that is neither empty nor too long', async () => {
    for (const email of ['', ' ', 'x'.repeat(255)]) {
      await expect(harness.addUser(email)).rejects.toMatchObject({ kind: 'invalid-value', param: 'email' });
    }
    await harness.addUser('x'.repeat(254));
    expect(await harness.users.findByEmail('X'.repeat(254))).not.toBeNull();
    expect(await harness.users.findByEmail('X'.repeat(255))).toBeNull();
  });

  it('can be disabled and enabled again', async () => {
    const { id } = await harness.addUser('ann@example.com');
    expect(await harness.users.update(id, { isDisabled: true }, NOW, asOperator)).toMatchObject({
      before: { disabledAt: null },
      user: { disabledAt: NOW },
    });
    const later = await harness.users.update(
      id,
      { isDisabled: true, role: 'admin' },
      minutesLater(5),
      asOperator,
    );
    expect(later?.user).toMatchObject({ disabledAt: NOW, role: 'admin' });
    expect(await harness.users.update(id, { isDisabled: false }, NOW, asOperator)).toMatchObject({
      before: { disabledAt: NOW },
      user: { disabledAt: null },
    });
  });

  it('always include an admin', async () => {
    const ann = await harness.addUser('ann@example.com', 'admin');
    const bob = await harness.addUser('bob@example.com', 'member');
    for (const changes of [{ role: 'member' }, { isDisabled: true }] as const) {
      await expect(harness.users.update(ann.id, changes, NOW, asOperator)).rejects.toMatchObject({
        kind: 'wrong-state',
      });
    }
    expect(await harness.users.update(ann.id.toUpperCase(), { role: 'member' }, NOW, asOperator)).toBeNull();
    await harness.users.update(bob.id, { isDisabled: true }, NOW, asOperator);
    await harness.users.update(bob.id, { role: 'admin' }, NOW, asOperator);
    await expect(harness.users.update(ann.id, { role: 'member' }, NOW, asOperator)).rejects.toThrow(
      'last enabled admin',
    );
    await harness.users.update(bob.id, { isDisabled: false }, NOW, asOperator);
    expect(await harness.users.update(ann.id, { role: 'member' }, NOW, asOperator)).toMatchObject({
      user: { role: 'member' },
    });
    expect(await enabledAdmins()).toEqual([{ id: bob.id }]);
  });

  it('include an admin even if all of them are removed at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      await harness.reset();
      const admins = await Promise.all(
        Array.from({ length: 6 }, (_, index) => harness.addUser(`admin-${index}@example.com`, 'admin')),
      );
      const outcomes = await Promise.allSettled(
        admins.map(({ id }, index) =>
          harness.users.update(
            id,
            index % 2 === 0 ? { role: 'member' } : { isDisabled: true },
            NOW,
            asOperator,
          ),
        ),
      );
      expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([
        { reason: { kind: 'wrong-state' } },
      ]);
      expect(await enabledAdmins()).toHaveLength(1);
    }
  });

  it('are changed together with the rest of their transaction, or not at all', async () => {
    const { id } = await harness.addUser('ann@example.com');
    const session = await harness.startSession(id);
    const undone = harness.dataSource.transaction(async (manager) => {
      await new UserRepository(manager).update(id, { isDisabled: true }, NOW, asOperator);
      throw new Error('something else went wrong');
    });
    await expect(undone).rejects.toThrow('something else went wrong');
    expect(await harness.users.findById(id)).toMatchObject({ disabledAt: null });
    expect(await harness.sessions.find(session.id, NOW)).toBeDefined();
  });
});
