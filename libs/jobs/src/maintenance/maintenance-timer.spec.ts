import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Logger } from '#telemetry';
import { type MaintenanceRunsRepository } from './maintenance-runs.repository.js';
import { MaintenanceTimer } from './maintenance-timer.js';
import { type Maintenance, type MaintenanceReport } from './maintenance.js';

describe('MaintenanceTimer', () => {
  const lines: unknown[][] = [];
  const log = (...line: unknown[]): number => lines.push(line);
  const logger = { info: log, error: log } as unknown as Logger;
  let isDue: boolean;
  let runs: ((error?: Error) => void)[];
  let releases: string[];
  let timer: MaintenanceTimer;

  beforeEach(() => {
    jest.useFakeTimers();
    lines.length = 0;
    runs = [];
    releases = [];
    isDue = true;
    const maintenance: Pick<Maintenance, 'run'> = {
      run: () =>
        new Promise((resolve, reject) => {
          runs.push((error) =>
            error === undefined ? resolve({ expiredTokens: 1 } satisfies MaintenanceReport) : reject(error),
          );
        }),
    };
    const claims = {
      claim: async () => isDue,
      release: async ({ worker }: { worker: string }) => void releases.push(worker),
    };
    timer = new MaintenanceTimer(
      claims as unknown as MaintenanceRunsRepository,
      maintenance as Maintenance,
      'worker-1',
      logger,
    );
    timer.onApplicationBootstrap();
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  it('runs immediately when it is due, and never twice at the same time', async () => {
    await jest.advanceTimersByTimeAsync(35_000);
    expect(runs).toHaveLength(1);
    runs[0]?.();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(runs).toHaveLength(2);
    expect(releases).toEqual(['worker-1']);
    expect(lines).toEqual([[{ expiredTokens: 1 }, 'maintenance done']]);
  });

  it('does not run if another worker has claimed the run', async () => {
    await jest.advanceTimersByTimeAsync(0);
    runs[0]?.();
    isDue = false;
    await jest.advanceTimersByTimeAsync(60_000);
    expect(runs).toHaveLength(1);
  });

  it('logs a failed run, and continues', async () => {
    await jest.advanceTimersByTimeAsync(0);
    runs[0]?.(new Error('the database is away'));
    await jest.advanceTimersByTimeAsync(10_000);
    expect(lines).toMatchObject([
      [{ err: new Error('the database is away') }, 'maintenance failed'],
      [{ failures: 1 }, 'maintenance works again'],
    ]);
    expect(releases).toEqual(['worker-1']);
    expect(runs).toHaveLength(2);
  });

  it('waits for the current run before it stops', async () => {
    await jest.advanceTimersByTimeAsync(0);
    let hasStopped = false;
    const stopping = timer.beforeApplicationShutdown().then(() => (hasStopped = true));
    await jest.advanceTimersByTimeAsync(1_000);
    expect(hasStopped).toBe(false);
    runs[0]?.();
    await stopping;
  });
});
