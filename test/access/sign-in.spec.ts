import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type SignIn, type UserEntity, hashPassword, isOutdatedHash, verifyPassword } from '#access';
import { GatewayError } from '#canonical';
import { AccessHarness, NOW, PASSWORD, minutesLater, asOperator } from './access-harness.js';

const VISITOR = { address: '192.0.2.1', userAgent: 'a browser', now: NOW };

async function getRefusal(attempt: Promise<unknown>): Promise<GatewayError> {
  const [outcome] = await Promise.allSettled([attempt]);
  if (outcome.status === 'rejected' && outcome.reason instanceof GatewayError) return outcome.reason;
  throw new Error('was not refused', { cause: outcome });
}

describe('signing in', () => {
  let harness: AccessHarness;
  let signIn: SignIn;
  let ann: UserEntity;

  beforeAll(async () => {
    harness = await AccessHarness.open();
    signIn = harness.signIn();
  });

  afterAll(async () => {
    await harness.close();
  });

  beforeEach(async () => {
    await harness.reset();
    ann = await harness.addUser('ann@example.com', 'admin');
  });

  it('starts a session', async () => {
    const { session, user } = await signIn.attempt({
      ...VISITOR,
      email: ' Ann@example.com',
      password: PASSWORD,
    });
    expect(user).toEqual({ id: ann.id, email: 'ann@example.com', role: 'admin', mustChangePassword: false });
    expect(session.expiresAt).toEqual(minutesLater(12 * 60));
    expect(await harness.sessions.find(session.id, NOW)).toMatchObject({ user });
    expect(await harness.users.findById(ann.id)).toMatchObject({
      lastSignInAt: NOW,
      updatedAt: ann.updatedAt,
    });
  });

  it('starts another session every time', async () => {
    const attempt = { ...VISITOR, email: 'ann@example.com', password: PASSWORD };
    const ids = [(await signIn.attempt(attempt)).session.id, (await signIn.attempt(attempt)).session.id];
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(await harness.sessions.find(id, NOW)).toBeDefined();
  });

  it('returns the same error, after the same work, whatever is wrong', async () => {
    await harness
      .addUser('disabled@example.com')
      .then(({ id }) => harness.users.update(id, { isDisabled: true }, NOW, asOperator));
    const checked: string[] = [];
    const watched = harness.signIn({
      verify: async (passwordHash, password) => {
        checked.push(passwordHash.split('$').slice(0, 4).join('$'));
        return verifyPassword(passwordHash, password);
      },
    });
    const refusals = [
      await getRefusal(watched.attempt({ ...VISITOR, email: 'ann@example.com', password: 'wrong' })),
      await getRefusal(watched.attempt({ ...VISITOR, email: 'nobody@example.com', password: PASSWORD })),
      await getRefusal(watched.attempt({ ...VISITOR, email: 'disabled@example.com', password: PASSWORD })),
      await getRefusal(watched.attempt({ ...VISITOR, email: '\0'.repeat(10_000), password: '\0' })),
      await getRefusal(watched.attempt({ ...VISITOR, email: '', password: '' })),
    ];
    expect(refusals[0]).toMatchObject({ kind: 'invalid-credentials', source: 'client' });
    const words = refusals.map((refusal) => [refusal.message, JSON.stringify(refusal)].join());
    expect(new Set(words).size).toBe(1);
    expect(checked).toEqual(Array.from({ length: 5 }, () => '$argon2id$v=19$m=19456,t=2,p=1'));
    expect(await harness.database.query('SELECT * FROM user_sessions')).toEqual([]);
  });

  it('updates a password hash with lower cost', async () => {
    const cheap = await hash(PASSWORD, { memoryCost: 8192, timeCost: 1 });
    await harness.users.setPassword(ann.id, { passwordHash: cheap }, asOperator);
    await signIn.attempt({ ...VISITOR, email: 'ann@example.com', password: PASSWORD });
    const renewed = (await harness.users.findById(ann.id))?.passwordHash ?? '';
    expect([isOutdatedHash(cheap), isOutdatedHash(renewed)]).toEqual([true, false]);
    const { session } = await signIn.attempt({ ...VISITOR, email: 'ann@example.com', password: PASSWORD });
    expect(await harness.sessions.find(session.id, NOW)).toBeDefined();
  });

  it.each<[string, () => Promise<unknown>]>([
    ['disabled', () => harness.users.update(ann.id, { isDisabled: true }, NOW, asOperator)],
    [
      'given another password',
      async () =>
        harness.users.setPassword(ann.id, { passwordHash: await hashPassword('another') }, asOperator),
    ],
  ])('fails for a user who is %s while the password is checked', async (_what, change) => {
    await harness.addUser('bob@example.com', 'admin');
    const slow = harness.signIn({
      verify: async (passwordHash, password) => {
        await change();
        return verifyPassword(passwordHash, password);
      },
    });
    const refusal = await getRefusal(
      slow.attempt({ ...VISITOR, email: 'ann@example.com', password: PASSWORD }),
    );
    expect(refusal.kind).toBe('invalid-credentials');
    expect(await harness.database.query('SELECT * FROM user_sessions')).toEqual([]);
  });

  it('is committed together with its audit entry, or not at all', async () => {
    const noted: string[] = [];
    const noting = harness.signIn({
      onSignIn: async (transaction, { email }) => {
        const [row] = await transaction.query<{ count: number }[]>('SELECT count(*)::int FROM user_sessions');
        noted.push(`${email} has ${row?.count}`);
        if (noted.length === 2) throw new Error('could not be written down');
      },
    });
    const attempt = { ...VISITOR, email: 'ann@example.com', password: PASSWORD };
    await noting.attempt(attempt);
    await expect(noting.attempt(attempt)).rejects.toThrow('could not be written down');
    expect(noted).toEqual(['ann@example.com has 1', 'ann@example.com has 2']);
    expect(await harness.database.query('SELECT count(*)::int FROM user_sessions')).toEqual([{ count: 1 }]);
  });

  it('can be checked without a session, to confirm a user who is signed in', async () => {
    const given = { ...VISITOR, email: 'ann@example.com' };
    expect(await signIn.confirm({ ...given, password: PASSWORD })).toMatchObject({ id: ann.id });
    expect((await getRefusal(signIn.confirm({ ...given, password: 'wrong' }))).kind).toBe(
      'invalid-credentials',
    );
    expect(await harness.database.query('SELECT * FROM user_sessions')).toEqual([]);
  });
});
