import 'reflect-metadata';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Logger } from '#telemetry';
import { type WebhookDispatcher } from '#webhooks';
import { WebhookDeliverer } from './webhook-deliverer.js';

/** Each look ends when the test says so. */
class Looks {
  readonly signals: (AbortSignal | undefined)[] = [];
  readonly pending: { resolve: (count: number) => void; reject: (error: Error) => void }[] = [];

  deliverDue = (signal?: AbortSignal): Promise<number> => {
    this.signals.push(signal);
    return new Promise((resolve, reject) => {
      this.pending.push({ resolve, reject });
    });
  };
}

describe('WebhookDeliverer', () => {
  let looks: Looks;
  let warnings: unknown[];
  let deliverer: WebhookDeliverer;

  beforeEach(() => {
    jest.useFakeTimers();
    looks = new Looks();
    warnings = [];
    const logger = { warn: (...line: unknown[]) => warnings.push(line) } as unknown as Logger;
    deliverer = new WebhookDeliverer(looks as unknown as WebhookDispatcher, logger);
    deliverer.onApplicationBootstrap();
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  it('looks at once and every second, however long a look takes, and when it is woken', () => {
    expect(looks.pending).toHaveLength(1);
    jest.advanceTimersByTime(3_000);
    expect(looks.pending).toHaveLength(4);
    deliverer.wake();
    expect(looks.pending).toHaveLength(5);
  });

  it('reports a look that failed, and looks again', async () => {
    looks.pending[0]?.reject(new Error('the database is away'));
    await jest.advanceTimersByTimeAsync(1_000);
    expect(warnings).toMatchObject([
      [{ err: { message: 'the database is away' } }, 'webhooks could not be sent'],
    ]);
    expect(looks.pending).toHaveLength(2);
  });

  it('lets what is running end before it stops, and begins nothing new', async () => {
    let hasStopped = false;
    const stopping = deliverer.onApplicationShutdown().then(() => (hasStopped = true));
    expect(looks.signals[0]?.aborted).toBe(true);
    deliverer.wake();
    await jest.advanceTimersByTimeAsync(5_000);
    expect(looks.pending).toHaveLength(1);
    expect(hasStopped).toBe(false);
    looks.pending[0]?.resolve(1);
    await stopping;
    expect(hasStopped).toBe(true);
  });
});
