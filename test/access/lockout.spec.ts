import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type SignIn, SignInChores } from '#access';
import { GatewayError } from '#canonical';
import { AccessBench, NOW, PASSWORD, minutesLater } from './access-bench.js';

describe('locking out', () => {
  let bench: AccessBench;
  /** How many passwords were really compared. */
  let checks: number;
  let signIn: SignIn;

  beforeAll(async () => {
    bench = await AccessBench.open();
  });

  afterAll(async () => {
    await bench.close();
  });

  beforeEach(async () => {
    await bench.reset();
    await bench.addUser('ann@example.com');
    checks = 0;
    signIn = openProcess();
  });

  /** Passwords are compared at no cost here: it is only counted how often. */
  function openProcess(): SignIn {
    return bench.signIn({
      verify: async (_hash, password) => {
        checks += 1;
        return password === PASSWORD;
      },
    });
  }

  let visitors = 0;
  const anotherAddress = () => {
    visitors += 1;
    return `198.51.${Math.trunc(visitors / 256)}.${visitors % 256}`;
  };

  interface Try {
    email?: string;
    password?: string;
    address?: string;
    now?: Date;
    process?: SignIn;
  }

  /** `in`, or why not. */
  async function attempt({
    email = 'ann@example.com',
    password = 'wrong',
    address = anotherAddress(),
    now = NOW,
    process = signIn,
  }: Try = {}): Promise<string> {
    try {
      await process.attempt({ email, password, address, now });
      return 'in';
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      const { kind, retryAfterSeconds } = error;
      return retryAfterSeconds === undefined ? kind : `${kind} for ${retryAfterSeconds} s`;
    }
  }

  async function fail(times: number, given: Try = {}): Promise<void> {
    for (let index = 0; index < times; index += 1) await attempt(given);
  }

  const crowd = (given: (index: number) => Try) =>
    Promise.all(Array.from({ length: 50 }, (_, index) => attempt(given(index))));

  const failFrom = async (address: string, times: number, now = NOW) => {
    for (let index = 0; index < times; index += 1) {
      await attempt({ email: `user-${index}-${now.getTime()}@example.com`, address, now });
    }
  };

  describe('an account', () => {
    it('begins with the fifth failure, and is not told from a wrong password', async () => {
      await fail(4);
      expect(await attempt({ password: PASSWORD })).toBe('in');
      await fail(5);
      expect(await attempt({ password: PASSWORD })).toBe('invalid-credentials');
      expect(checks).toBe(10);
    });

    it('does not let a lucky guess in before its time is over', async () => {
      await fail(5);
      expect(await attempt({ password: PASSWORD, now: minutesLater(0.99) })).toBe('invalid-credentials');
      expect(await attempt({ password: PASSWORD, now: minutesLater(1) })).toBe('in');
    });

    it('takes twice as long after each further failure, up to fifteen minutes', async () => {
      await fail(5);
      let minutes = 0;
      for (const wait of [1, 2, 4, 8, 15, 15, 15]) {
        const before = checks;
        await attempt({ now: minutesLater(minutes + wait - 0.01) });
        expect(checks).toBe(before);
        minutes += wait;
        await attempt({ now: minutesLater(minutes) });
        expect(checks).toBe(before + 1);
      }
    });

    it('is over for good after a success', async () => {
      await fail(5);
      expect(await attempt({ password: PASSWORD, now: minutesLater(1) })).toBe('in');
      await fail(4, { now: minutesLater(1) });
      expect(await attempt({ password: PASSWORD, now: minutesLater(1) })).toBe('in');
    });

    it('forgets failures after a quarter of an hour without one', async () => {
      await fail(4);
      await fail(4, { now: minutesLater(15) });
      expect(await attempt({ password: PASSWORD, now: minutesLater(15) })).toBe('in');
    });

    it('does not touch whoever is signed in', async () => {
      const { session } = await signIn.attempt({
        email: 'ann@example.com',
        password: PASSWORD,
        address: anotherAddress(),
        now: NOW,
      });
      await fail(8);
      expect(await bench.sessions.find(session.id, NOW)).toBeDefined();
    });

    it('is lifted by a new password', async () => {
      const { id } = await bench.addUser('bob@example.com');
      await fail(5, { email: 'bob@example.com' });
      await bench.users.setPassword(id, 'a hash');
      expect(await attempt({ email: 'bob@example.com', password: PASSWORD })).toBe('in');
    });

    it('is the same for one that does not exist', async () => {
      await fail(7, { email: 'nobody@example.com' });
      expect(checks).toBe(5);
      await fail(1, { email: 'nobody@example.com', now: minutesLater(1) });
      expect(checks).toBe(6);
    });

    it('counts all ways to type it together, and no other account', async () => {
      for (const email of [
        'ann@example.com',
        'ANN@example.com',
        ' Ann@Example.com',
        'ann@EXAMPLE.com ',
        'Ann@example.com',
      ]) {
        await attempt({ email });
      }
      expect(await attempt({ password: PASSWORD })).toBe('invalid-credentials');
      await bench.addUser('anna@example.com');
      expect(await attempt({ email: 'anna@example.com', password: PASSWORD })).toBe('in');
    });
  });

  describe('under a crowd', () => {
    it('lets five of fifty get to a password, in one process or in many', async () => {
      await crowd(() => ({}));
      expect(checks).toBe(5);
      checks = 0;
      await bench.addUser('bob@example.com');
      const processes = Array.from({ length: 10 }, openProcess);
      await crowd((index) => ({ email: 'bob@example.com', process: processes[index % 10] }));
      expect(checks).toBe(5);
    });

    it('lets one of fifty get to a password when a wait is over', async () => {
      await fail(5);
      checks = 0;
      const processes = Array.from({ length: 10 }, openProcess);
      await crowd((index) => ({ now: minutesLater(1), process: processes[index % 10] }));
      expect(checks).toBe(1);
    });

    it('lets thirty of fifty get to passwords from one address', async () => {
      const address = anotherAddress();
      const processes = Array.from({ length: 10 }, openProcess);
      const outcomes = await crowd((index) => ({
        email: `user-${index}@example.com`,
        address,
        process: processes[index % 10],
      }));
      expect(checks).toBe(30);
      expect(outcomes.filter((outcome) => outcome === 'rate-limited for 60 s')).toHaveLength(20);
    });

    it('does not hold up fifty who know the password', async () => {
      const address = anotherAddress();
      expect(new Set(await crowd(() => ({ password: PASSWORD, address })))).toEqual(new Set(['in']));
    });
  });

  describe('an address', () => {
    it('begins with the thirtieth failure, and says how long', async () => {
      await failFrom('192.0.2.1', 29);
      expect(await attempt({ password: PASSWORD, address: '192.0.2.1' })).toBe('in');
      await failFrom('192.0.2.1', 1);
      expect(await attempt({ password: PASSWORD, address: '192.0.2.1' })).toBe('rate-limited for 60 s');
      expect(await attempt({ password: PASSWORD, address: '192.0.2.2' })).toBe('in');
      const almostOver = minutesLater(59.5 / 60);
      expect(await attempt({ address: '192.0.2.1', now: almostOver })).toBe('rate-limited for 1 s');
    });

    it('takes twice as long after each further failure', async () => {
      await failFrom('192.0.2.1', 30);
      await failFrom('192.0.2.1', 1, minutesLater(1));
      expect(await attempt({ address: '192.0.2.1', now: minutesLater(1) })).toBe('rate-limited for 120 s');
    });

    it('is not shaken off by an account of one’s own', async () => {
      await failFrom('192.0.2.1', 29);
      for (let round = 0; round < 3; round += 1) {
        expect(await attempt({ password: PASSWORD, address: '192.0.2.1' })).toBe('in');
      }
      await failFrom('192.0.2.1', 1);
      expect(await attempt({ password: PASSWORD, address: '192.0.2.1' })).toBe('rate-limited for 60 s');
    });

    it('lets somebody in who knows the password once the wait is over', async () => {
      await failFrom('192.0.2.1', 30);
      for (const now of [minutesLater(1), minutesLater(1)]) {
        expect(await attempt({ password: PASSWORD, address: '192.0.2.1', now })).toBe('in');
      }
    });

    it('is a whole network where addresses are for the taking', async () => {
      for (let index = 1; index <= 30; index += 1) await failFrom(`2001:db8::${index}`, 1);
      expect(await attempt({ password: PASSWORD, address: '2001:db8::ffff' })).toBe('rate-limited for 60 s');
      expect(await attempt({ password: PASSWORD, address: '2001:db8:0:1::1' })).toBe('in');
    });
  });

  it('leaves nothing behind that no longer counts', async () => {
    const chores = new SignInChores(bench.dataSource);
    await fail(5);
    expect(await chores.run(minutesLater(29))).toMatchObject({ forgottenSignInAttempts: 0 });
    expect(await chores.run(minutesLater(30))).toMatchObject({ forgottenSignInAttempts: 6 });
    expect(await bench.database.query('SELECT * FROM sign_in_attempts')).toEqual([]);
  });
});
