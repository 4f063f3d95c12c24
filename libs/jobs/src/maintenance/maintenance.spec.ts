import { describe, expect, it } from '@jest/globals';
import { type Database } from '#database';
import { LISTED_SETTINGS, type RetentionPeriods } from '#declarations';
import { Maintenance } from './maintenance.js';

const NOW = new Date();
const DAY_MS = 24 * 60 * 60 * 1000;
const PERIODS = Object.fromEntries(LISTED_SETTINGS.map(({ key }) => [key, 1])) as unknown as RetentionPeriods;

/** Each statement deletes one row. */
function databaseWith(statements: string[], parameters: unknown[] = []): Database {
  const query = async (sql: string, values: unknown[] = []): Promise<[unknown, number]> => {
    statements.push(sql);
    parameters.push(...values);
    return [[], 1];
  };
  return { query } as unknown as Database;
}

describe('Maintenance', () => {
  it('deletes the expired rows of registered tables, and runs the tasks', async () => {
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

  it('deletes rows that are older than the number of days in the settings, unless other code deletes them', async () => {
    const statements: string[] = [];
    const parameters: unknown[] = [];
    const maintenance = new Maintenance(databaseWith(statements, parameters));
    const retention = {
      until: 'they are old',
      getDays: (periods: RetentionPeriods) => periods['usage.retention_days'],
      older: 'created_at < $1',
      deletes: 'requests',
    } as const;
    const tables = [
      { ...retention, table: 'orders' },
      { ...retention, table: 'files', by: 'FileStore' },
    ];
    maintenance.register({ tables });
    maintenance.usePeriods(() => ({ ...PERIODS, 'usage.retention_days': 2 }));
    expect(await maintenance.run(NOW)).toEqual({ expiredRows: { orders: 1 } });
    expect(statements).toEqual([expect.stringContaining('DELETE FROM orders')]);
    expect(parameters).toContainEqual(new Date(NOW.getTime() - 2 * DAY_MS));
  });

  it('runs every task, even after one has failed', async () => {
    const done: string[] = [];
    const maintenance = new Maintenance(databaseWith([]));
    maintenance.register({
      tasks: [() => Promise.reject(new Error('broken')), async () => ({ count: done.push('second') })],
    });
    await expect(maintenance.run(NOW)).rejects.toThrow('broken');
    expect(done).toEqual(['second']);
  });
});
