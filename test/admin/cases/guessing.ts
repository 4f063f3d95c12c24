import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestGateway, eventually } from '../../harness/index.js';
import { type AdminStage } from '../admin-stage.js';
import { type AdminAnswer, ask } from '../ask.js';
import { PASSWORD, People } from '../people.js';
import { measureLeast, measureMs } from '../../cpu-time/index.js';

/** Limits for one account: from one network, and from all of them. */
const FREE_PER_ACCOUNT = 5;
const FREE_FROM_EVERYWHERE = 20;
const FREE_PER_ADDRESS = 30;
const WRONG = 'not the password';

export function describeGuessing(getStage: () => AdminStage): void {
  let gateway: TestGateway;
  let people: People;
  let cheapHash: string;
  let addresses = 0;

  beforeAll(async () => {
    ({ gateway } = getStage());
    // Hashes that are cheap to compare: this suite counts the comparisons.
    cheapHash = await hash(PASSWORD, { memoryCost: 8, timeCost: 1 });
    people = await People.of(gateway, () => Promise.resolve(cheapHash));
    // The first sign-in of all creates the hash that the others are compared with.
    await signIn('warm@example.com', WRONG);
  });

  afterAll(async () => {
    await people.leave();
  });

  const newAddress = (): string => {
    addresses += 1;
    return `198.51.${addresses >> 8}.${addresses & 255}`;
  };
  const signIn = (email: string, password: string, address = newAddress()): Promise<AdminAnswer> =>
    ask(gateway.origin, 'POST /api/session', {
      body: { email, password },
      headers: { 'x-forwarded-for': address },
    });
  /** A successful sign-in hashes the password again at full cost, which every later guess would then pay. */
  const signInCheaply = async (email: string, address: string): Promise<AdminAnswer> => {
    const answer = await signIn(email, PASSWORD, address);
    await gateway.database.query('UPDATE users SET password_hash = $2 WHERE email = $1', [email, cheapHash]);
    return answer;
  };
  const skipWaits = () =>
    gateway.database.query(`UPDATE sign_in_attempts SET locked_until = now() - interval '1 second'`);

  const lockouts = (subjectId: string) =>
    gateway.database.query(
      `SELECT action, actor->>'kind' AS actor_kind, subject_name, address, changes FROM audit_entries
       WHERE subject_id = $1 AND action LIKE '%.lock-out' ORDER BY seq`,
      [subjectId],
    );
  const firstLockout = (subjectId: string) =>
    eventually(async () => {
      const [first] = await lockouts(subjectId);
      return first;
    });

  it('is limited to a few attempts per account, from however many addresses, without a sign when they are used up', async () => {
    const { email, headers } = await people.signedIn('admin');
    const answers: AdminAnswer[] = [];
    for (let attempt = 0; attempt < FREE_FROM_EVERYWHERE; attempt += 1) {
      answers.push(await signIn(email, WRONG));
    }
    answers.push(await signIn(email, PASSWORD));
    const [first, ...others] = answers.map(toSeen);
    expect(first?.status).toBe(401);
    expect(others).toEqual(Array(FREE_FROM_EVERYWHERE).fill(first));
    const session = await ask(gateway.origin, 'GET /api/session', { headers });
    expect(session.status).toBe(200);
    await skipWaits();
    expect((await signIn(email, PASSWORD)).status).toBe(200);
  });

  it('locks out no user at an address where they have signed in before, nor elsewhere because of one address', async () => {
    const { email } = await people.signedIn('admin');
    const home = newAddress();
    expect((await signInCheaply(email, home)).status).toBe(200);
    const away = newAddress();
    for (let attempt = 0; attempt < FREE_PER_ACCOUNT + 1; attempt += 1) await signIn(email, WRONG, away);
    expect((await signIn(email, PASSWORD, away)).status).toBe(401);
    expect((await signInCheaply(email, newAddress())).status).toBe(200);
    for (let attempt = 0; attempt < FREE_FROM_EVERYWHERE + 1; attempt += 1) await signIn(email, WRONG);
    expect((await signIn(email, PASSWORD)).status).toBe(401);
    expect((await signIn(email, PASSWORD, home)).status).toBe(200);
  });

  it('has no more attempts if all are sent at once', async () => {
    const { email } = await people.signedIn('member');
    const address = newAddress();
    const answers = await Promise.all(Array.from({ length: 12 }, () => signIn(email, WRONG, address)));
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(401));
    expect((await signIn(email, PASSWORD, address)).status).toBe(401);
    const counted = await gateway.database.query('SELECT failures FROM sign_in_attempts WHERE subject = $1', [
      `pair:${email} ${address}`,
    ]);
    expect(counted).toEqual([{ failures: FREE_PER_ACCOUNT }]);
  });

  it('is limited to a few attempts per address, at however many accounts', async () => {
    const address = newAddress();
    const { email } = await people.signedIn('member');
    for (let attempt = 0; attempt < FREE_PER_ADDRESS; attempt += 1) {
      const other = await people.signedIn('member');
      expect((await signIn(other.email, WRONG, address)).status).toBe(401);
    }
    const [known, unknown] = [
      await signIn(email, PASSWORD, address),
      await signIn('no@example.com', WRONG, address),
    ];
    expect(toSeen(known)).toEqual(toSeen(unknown));
    expect(known.status).toBe(429);
    expect(Number(known.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await signIn(email, PASSWORD)).status).toBe(200);
  });

  it('is limited in the change of a password too', async () => {
    const { email, headers } = await people.signedIn('member');
    const address = newAddress();
    const change = (current: string) =>
      ask(gateway.origin, 'POST /api/session/password', {
        headers: { ...headers, 'x-forwarded-for': address },
        body: { current, new: 'a much better password' },
      });
    for (let attempt = 0; attempt < FREE_PER_ACCOUNT; attempt += 1) {
      expect((await change(WRONG)).status).toBe(401);
    }
    expect((await change(PASSWORD)).status).toBe(401);
    await skipWaits();
    expect((await signIn(email, PASSWORD)).status).toBe(200);
  });

  describe('is recorded in the audit log', () => {
    it('once, when an account is locked, however long it continues', async () => {
      const { id, email } = await people.signedIn('member');
      const address = newAddress();
      for (let attempt = 1; attempt < FREE_PER_ACCOUNT; attempt += 1) await signIn(email, WRONG, address);
      expect(await lockouts(id)).toEqual([]);
      await signIn(email, WRONG, address);
      expect(await firstLockout(id)).toEqual({
        action: 'user.lock-out',
        actor_kind: 'anonymous',
        subject_name: email,
        address,
        changes: { lockedUntil: { from: null, to: expect.any(String) } },
      });
      for (let attempt = 0; attempt < 3; attempt += 1) await signIn(email, WRONG, address);
      await skipWaits();
      await signIn(email, WRONG, address);
      // Later entries are written after earlier ones.
      const other = await people.signedIn('member');
      const elsewhere = newAddress();
      for (let attempt = 0; attempt < FREE_PER_ACCOUNT; attempt += 1) {
        await signIn(other.email, WRONG, elsewhere);
      }
      await firstLockout(other.id);
      expect(await lockouts(id)).toHaveLength(1);
    });

    it('with the address, and without the name of an account that does not exist', async () => {
      const address = newAddress();
      for (let attempt = 0; attempt < FREE_PER_ADDRESS + 3; attempt += 1) {
        await signIn('somebody@example.com', WRONG, address);
      }
      expect(await firstLockout(address)).toMatchObject({ action: 'address.lock-out', address });
      const unknown = await gateway.database.query(
        `SELECT FROM audit_entries WHERE subject_name = 'somebody@example.com'`,
      );
      expect([await lockouts(address), unknown]).toEqual([[expect.anything()], []]);
    });

    it('also if a sign-in finally succeeds', async () => {
      const { id, email } = await people.signedIn('member');
      const address = newAddress();
      await signIn(email, WRONG, address);
      expect((await signIn(email, PASSWORD, address)).status).toBe(200);
      expect(
        await gateway.database.query('SELECT action, address FROM audit_entries WHERE subject_id = $1', [id]),
      ).toEqual([{ action: 'session.start', address }]);
    });
  });

  it('does not reveal which accounts exist', async () => {
    const [admin, member, disabled] = [
      await people.signedIn('admin'),
      await people.signedIn('member'),
      await people.signedIn('member'),
    ];
    await gateway.database.query('UPDATE users SET disabled_at = now() WHERE id = $1', [disabled.id]);
    const answers = [
      await signIn('nobody@example.com', WRONG),
      await signIn(admin.email, WRONG),
      await signIn(member.email, WRONG),
      await signIn(disabled.email, PASSWORD),
      await signIn('\u0000', WRONG),
      await signIn('x'.repeat(254), WRONG),
    ];
    const [first, ...others] = answers.map(toSeen);
    expect(others).toEqual(Array(5).fill(first));
  });

  it('takes as long for an account that does not exist', async () => {
    expect(await measureLeast(4, compare)).toBeLessThan(4);
  });

  /** The ratio of the two durations. */
  async function compare(): Promise<number> {
    const usual = await People.of(gateway);
    const known = await Promise.all(Array.from({ length: 6 }, () => usual.signedIn('member')));
    await usual.leave();
    const emails = known.map(({ email }) => email);
    const knownMs = await quickestMs(emails);
    const unknownMs = await quickestMs(emails.map((email) => `not-${email}`));
    return Math.max(unknownMs / knownMs, knownMs / unknownMs);
  }

  /** The shortest of several durations: everything else is caused by the machine. */
  async function quickestMs(emails: readonly string[]): Promise<number> {
    const durations: number[] = [];
    for (const email of emails) durations.push(await measureMs(() => signIn(email, WRONG)));
    return Math.min(...durations);
  }
}

/** Everything that a client can observe, except for what is different every time. */
function toSeen({ status, headers, body }: AdminAnswer) {
  const names = [...headers.keys()].filter((name) => name !== 'set-cookie').toSorted();
  return { status, body, names, hasCookie: headers.has('set-cookie') };
}
