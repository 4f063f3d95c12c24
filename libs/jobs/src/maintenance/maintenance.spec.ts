import { describe, expect, it } from '@jest/globals';
import { type Database } from '#database';
import { Maintenance } from './maintenance.js';

const NOW = new Date();

/** Each statement deletes one row. */
function databaseWith(statements: string[]): Database {
  const query = async (sql: string): Promise<[unknown, number]> => {
    statements.push(sql);
    return [[], 1];
  };
  return { query } as unknown as Database;
}

describe('Maintenance', () => {
  it('deletes what has expired of the tables that libraries have registered, and does their tasks', async () => {
    const statements: string[] = [];
    const maintenance = new Maintenance(databaseWith(statements));
    maintenance.register({
      tables: [
        { table: 'orders', until: 'they expire', expired: 'expires_at <= $1' },
        { table: 'settings', keptBecause: 'There are few.' },
      ],
    });
    maintenance.register({ tasks: [async (now) => ({ oldFiles: now === NOW ? 2 : 0 })] });
    expect(await maintenance.run(NOW)).toEqual({ expiredRows: { orders: 1 }, oldFiles: 2 });
    expect(statements).toEqual([expect.stringContaining('DELETE FROM orders')]);
    expect(maintenance.tables.map(({ table }) => table)).toEqual(['orders', 'settings']);
  });

  it('does every task, also after one that has failed', async () => {
    const done: string[] = [];
    const maintenance = new Maintenance(databaseWith([]));
    maintenance.register({
      tasks: [() => Promise.reject(new Error('broken')), async () => ({ count: done.push('second') })],
    });
    await expect(maintenance.run(NOW)).rejects.toThrow('broken');
    expect(done).toEqual(['second']);
  });
});
