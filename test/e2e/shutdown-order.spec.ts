import { describe, expect, it } from '@jest/globals';
import { Database } from '#database';
import { HttpTransport } from '#egress';
import { Budgets, UsageJournal } from '#metering';
import { startTestGateway } from '../harness/index.js';

describe('a gateway that stops', () => {
  it('closes components before those that they depend on, and the database last', async () => {
    const gateway = await startTestGateway();
    const moments: string[] = [];
    const note = <Method extends string>(
      owner: Record<Method, () => Promise<void>>,
      method: Method,
      name: string,
    ): void => {
      const close = owner[method].bind(owner);
      owner[method] = async () => {
        moments.push(`${name} is to close`);
        await close();
        moments.push(`${name} is closed`);
      };
    };
    note(gateway.get(Budgets), 'stop', 'the share of budgets');
    note(gateway.get(UsageJournal), 'close', 'the usage journal');
    note(gateway.get(HttpTransport), 'close', 'the way to upstreams');
    note(gateway.get(Database), 'destroy', 'the database');
    await gateway.stop();
    const indexOf = (moment: string): number => moments.indexOf(moment);
    expect(moments).toHaveLength(8);
    expect(indexOf('the share of budgets is closed')).toBeLessThan(indexOf('the usage journal is to close'));
    expect(moments.slice(-2)).toEqual(['the database is to close', 'the database is closed']);
  });
});
