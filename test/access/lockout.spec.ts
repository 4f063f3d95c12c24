import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type SignIn, SignInMaintenance } from '#access';
import { GatewayError } from '#canonical';
import { AccessHarness, NOW, PASSWORD, minutesLater, asOperator } from './access-harness.js';

const HOME = '203.0.113.9';
const secondsLater = (seconds: number) => minutesLater(seconds / 60);

describe('locking out', () => {
  let harness: AccessHarness;
  /** The number of passwords that were really compared. */
  let checks: number;
  /** Several independent processes, as a gateway may have. */
  let processes: SignIn[];
  let signIn: SignIn;

  beforeAll(async () => {
    harness = await AccessHarness.open();
    processes = Array.from({ length: 10 }, openProcess);
    [signIn = openProcess()] = processes;
  });

  afterAll(async () => {
    await harness.close();
  });

  beforeEach(async () => {
    await harness.reset();
    await harness.addUser('ann@example.com');
    checks = 0;
  });

  /** Comparing passwords is free here, because the test only counts comparisons. */
  function openProcess(): SignIn {
    return harness.signIn({
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

  interface AttemptOptions {
    email?: string;
    password?: string;
    address?: string;
    now?: Date;
    process?: SignIn;
  }

  /** `in`, or the reason of the rejection. */
  async function attempt({
    email = 'ann@example.com',
    password = 'wrong',
    address = anotherAddress(),
    now = NOW,
    process = signIn,
  }: AttemptOptions = {}): Promise<string> {
    try {
      await process.attempt({ email, password, address, now });
      return 'in';
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      const { kind, retryAfterSeconds } = error;
      return retryAfterSeconds === undefined ? kind : `${kind} for ${retryAfterSeconds} s`;
    }
  }

  async function fail(times: number, given: AttemptOptions = {}): Promise<void> {
    for (let index = 0; index < times; index += 1) await attempt(given);
  }

  const crowd = (given: (index: number) => AttemptOptions) =>
    Promise.all(Array.from({ length: 50 }, (_, index) => attempt(given(index))));

  const failFrom = async (address: string, times: number, now = NOW) => {
    for (let index = 0; index < times; index += 1) {
      await attempt({ email: `user-${index}-${now.getTime()}@example.com`, address, now });
    }
  };

  describe('of an account, from one network', () => {
    const there = { address: HOME };

    it('begins with the fifth failure, and looks like a wrong password', async () => {
      await fail(4, there);
      expect(await attempt({ password: PASSWORD, address: '203.0.113.10' })).toBe('in');
      await fail(1, there);
      expect(await attempt({ password: PASSWORD, ...there })).toBe('invalid-credentials');
      expect(checks).toBe(6);
    });

    it('rejects the right password before its time is over', async () => {
      await fail(5, there);
      const lucky = { password: PASSWORD, ...there };
      expect(await attempt({ ...lucky, now: minutesLater(0.99) })).toBe('invalid-credentials');
      expect(await attempt({ ...lucky, now: minutesLater(1) })).toBe('in');
    });

    it('takes twice as long after each further failure, up to fifteen minutes', async () => {
      await fail(5, there);
      let minutes = 0;
      for (const wait of [1, 2, 4, 8, 15, 15, 15]) {
        const before = checks;
        await attempt({ ...there, now: minutesLater(minutes + wait - 0.01) });
        expect(checks).toBe(before);
        minutes += wait;
        await attempt({ ...there, now: minutesLater(minutes) });
        expect(checks).toBe(before + 1);
      }
    });

    it('does not affect other networks', async () => {
      await fail(50, there);
      expect(await attempt({ password: PASSWORD })).toBe('in');
    });

    it('forgets failures after a quarter of an hour without one', async () => {
      await fail(4, there);
      await fail(4, { ...there, now: minutesLater(15) });
      expect(await attempt({ password: PASSWORD, ...there, now: minutesLater(15) })).toBe('in');
    });

    it('does not affect users who are signed in', async () => {
      const visit = { email: 'ann@example.com', password: PASSWORD, address: HOME, now: NOW };
      const { session } = await signIn.attempt(visit);
      await fail(30, { address: '203.0.113.10' });
      expect(await harness.sessions.find(session.id, NOW)).toBeDefined();
    });

    it('ends with a new password', async () => {
      const { id } = await harness.addUser('bob@example.com');
      await fail(5, { email: 'bob@example.com', ...there });
      await harness.users.setPassword(id, { passwordHash: 'a hash' }, asOperator);
      expect(await attempt({ email: 'bob@example.com', password: PASSWORD, ...there })).toBe('in');
    });

    it('is the same for an account that does not exist', async () => {
      await fail(7, { email: 'nobody@example.com', ...there });
      expect(checks).toBe(5);
      await fail(1, { email: 'nobody@example.com', ...there, now: minutesLater(1) });
      expect(checks).toBe(6);
    });

    it('counts all spellings of it together, and no other account', async () => {
      for (const email of [
        'ann@example.com',
        'ANN@example.com',
        ' Ann@Example.com',
        'ann@EXAMPLE.com ',
        'Ann@example.com',
      ]) {
        await attempt({ email, ...there });
      }
      expect(await attempt({ password: PASSWORD, ...there })).toBe('invalid-credentials');
      await harness.addUser('anna@example.com');
      expect(await attempt({ email: 'anna@example.com', password: PASSWORD, ...there })).toBe('in');
    });
  });

  describe('of an account, from all networks', () => {
    it('begins with the twentieth failure, and never lasts longer than a minute', async () => {
      await fail(20);
      expect(await attempt({ password: PASSWORD, now: secondsLater(4.9) })).toBe('invalid-credentials');
      let seconds = 0;
      for (const wait of [5, 10, 20, 40, 60, 60, 60]) {
        const before = checks;
        await attempt({ now: secondsLater(seconds + wait - 0.1) });
        expect(checks).toBe(before);
        seconds += wait;
        await attempt({ now: secondsLater(seconds) });
        expect(checks).toBe(before + 1);
      }
      expect(await attempt({ password: PASSWORD, now: secondsLater(seconds + 60) })).toBe('in');
    });

    it('is not extended by repeated attempts from one network', async () => {
      await fail(20);
      await fail(10, { address: HOME });
      expect(await attempt({ password: PASSWORD, address: HOME, now: secondsLater(5) })).toBe('in');
    });
  });

  describe('of an account, from a network that its owner has signed in from', () => {
    const home = { password: PASSWORD, address: HOME };

    beforeEach(async () => {
      expect(await attempt(home)).toBe('in');
    });

    it('cannot be caused by others', async () => {
      await fail(40);
      await failFrom(HOME, 40);
      expect(await attempt(home)).toBe('in');
      expect(await attempt({ password: PASSWORD })).toBe('invalid-credentials');
    });

    it('lasts for seconds, and is reported', async () => {
      await fail(10, { address: HOME });
      expect(await attempt(home)).toBe('rate-limited for 1 s');
      let seconds = 1;
      for (const wait of [2, 4, 8, 10, 10]) {
        expect(await attempt({ address: HOME, now: secondsLater(seconds) })).toBe('invalid-credentials');
        expect(await attempt({ ...home, now: secondsLater(seconds) })).toBe(`rate-limited for ${wait} s`);
        seconds += wait;
      }
      expect(await attempt({ ...home, now: secondsLater(seconds) })).toBe('in');
    });

    it('is the usual one for another account', async () => {
      await harness.addUser('bob@example.com');
      await fail(5, { email: 'bob@example.com', address: HOME });
      expect(await attempt({ ...home, email: 'bob@example.com' })).toBe('invalid-credentials');
    });

    it('is the usual one after ninety days, and after twenty other networks', async () => {
      const now = minutesLater(90 * 24 * 60);
      await fail(5, { address: HOME, now });
      expect(await attempt({ ...home, now })).toBe('invalid-credentials');
      for (let index = 1; index <= 20; index += 1) {
        expect(await attempt({ ...home, address: `192.0.2.${index}`, now: minutesLater(index) })).toBe('in');
      }
      const kept = await harness.database.query('SELECT count(*)::int, min(network) FROM known_networks');
      expect(kept).toEqual([{ count: 20, min: '192.0.2.1' }]);
      expect(await new SignInMaintenance(harness.dataSource).run(now)).toMatchObject({
        forgottenNetworks: 0,
      });
      const later = minutesLater(91 * 24 * 60);
      expect(await new SignInMaintenance(harness.dataSource).run(later)).toMatchObject({
        forgottenNetworks: 20,
      });
    });
  });

  describe('with concurrent attempts', () => {
    it('compares the passwords of five of fifty from one network, in one process or in many', async () => {
      await crowd(() => ({ address: HOME }));
      expect(checks).toBe(5);
      checks = 0;
      await harness.addUser('bob@example.com');
      await crowd((index) => ({
        email: 'bob@example.com',
        address: '203.0.113.10',
        process: processes[index % 10],
      }));
      expect(checks).toBe(5);
    });

    it('compares the passwords of twenty of fifty from all networks, and of one when a wait is over', async () => {
      await crowd((index) => ({ process: processes[index % 10] }));
      expect(checks).toBe(20);
      checks = 0;
      await crowd((index) => ({ now: secondsLater(5), process: processes[index % 10] }));
      expect(checks).toBe(1);
    });

    it('compares the passwords of thirty of fifty from one address', async () => {
      const address = anotherAddress();
      const outcomes = await crowd((index) => ({
        email: `user-${index}@example.com`,
        address,
        process: processes[index % 10],
      }));
      expect(checks).toBe(30);
      expect(outcomes.filter((outcome) => outcome === 'rate-limited for 60 s')).toHaveLength(20);
    });

    it('does not delay fifty with the right password', async () => {
      const address = anotherAddress();
      expect(new Set(await crowd(() => ({ password: PASSWORD, address })))).toEqual(new Set(['in']));
    });

    it('compares two passwords at a time', async () => {
      const running = { now: 0, max: 0 };
      const process = harness.signIn({
        verify: async () => {
          running.now += 1;
          running.max = Math.max(running.max, running.now);
          await new Promise(setImmediate);
          running.now -= 1;
          return false;
        },
      });
      await crowd((index) => ({ email: `user-${index}@example.com`, process }));
      expect(running).toEqual({ now: 0, max: 2 });
    });
  });

  describe('of an address', () => {
    it('begins with the thirtieth failure, and returns how long it lasts', async () => {
      await failFrom('192.0.2.1', 29);
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

    it('is not reset by a successful sign-in to another account', async () => {
      await failFrom('192.0.2.1', 29);
      for (let round = 0; round < 3; round += 1) {
        expect(await attempt({ password: PASSWORD, address: '192.0.2.1' })).toBe('in');
      }
      await failFrom('192.0.2.1', 1);
      expect(await attempt({ email: 'bob@example.com', address: '192.0.2.1' })).toBe('rate-limited for 60 s');
    });

    it('accepts the right password once the wait is over', async () => {
      await failFrom('192.0.2.1', 30);
      for (const now of [minutesLater(1), minutesLater(1)]) {
        expect(await attempt({ password: PASSWORD, address: '192.0.2.1', now })).toBe('in');
      }
    });

    it('applies to a whole network of IPv6 addresses', async () => {
      for (let index = 1; index <= 30; index += 1) await failFrom(`2001:db8::${index}`, 1);
      expect(await attempt({ password: PASSWORD, address: '2001:db8::ffff' })).toBe('rate-limited for 60 s');
      expect(await attempt({ password: PASSWORD, address: '2001:db8:0:1::1' })).toBe('in');
    });
  });

  it('leaves no rows behind that no longer count', async () => {
    const maintenance = new SignInMaintenance(harness.dataSource);
    await fail(5);
    expect(await maintenance.run(minutesLater(29))).toMatchObject({ forgottenSignInAttempts: 0 });
    // Of the account, and for each network one of its own and one combined with the account.
    expect(await maintenance.run(minutesLater(30))).toMatchObject({ forgottenSignInAttempts: 11 });
    expect(await harness.database.query('SELECT * FROM sign_in_attempts')).toEqual([]);
  });
});
