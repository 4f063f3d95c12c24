import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Token } from '#access';
import { pursesOf } from '#metering';
import { SecretBox } from '#secrets';
import { createVideoTasks } from '#video-tasks';
import { BudgetBench } from './budget-bench.js';

const DAY = '2026-11-15';
type Settings = Parameters<typeof createVideoTasks>[0];

describe('films that an owner has a budget for', () => {
  let bench: BudgetBench;

  beforeAll(async () => {
    bench = await BudgetBench.open();
  });

  afterAll(async () => {
    await bench.close();
  });

  it('are paid from every purse, and refused where one of them has not enough', async () => {
    const token = { id: randomUUID(), owner: 'ann', isEnabled: true } as Token;
    const ownerBudget = { microUsd: 1_500_000, period: 'daily' } as const;
    const tasks = createVideoTasks({
      dataSource: bench.connection,
      catalog: {
        targetsFor: () => [{ channel: { provider: 'sandbox' }, upstreamModel: 'sandbox-video' }],
        priceOf: () => ({ perRequest: 1 }),
        deadlineMinutesOf: () => undefined,
      } as unknown as Settings['catalog'],
      media: { requireRoom: async () => undefined } as unknown as Settings['media'],
      secretBox: new SecretBox(Buffer.alloc(32, 1)),
      pursesOf: () => pursesOf({ token, ownerBudget }, new Date(`${DAY}T12:00:00Z`)),
      wake: () => undefined,
    });
    const order = async (): Promise<string> => {
      const request = { model: 'sandbox-video', prompt: 'A lighthouse', images: [] };
      const acceptance = { token, request, route: 'r', body: Buffer.from('b') };
      return (await tasks.accept(acceptance)).task.id;
    };

    const id = await order();
    expect((await bench.purse(`token:${token.id}`)).balance).toBe(-1_000_000);
    expect((await bench.purse(`owner:ann@${DAY}`)).balance).toBe(500_000);
    await expect(order()).rejects.toMatchObject({
      kind: 'spend-limit-reached',
      message: `The daily budget of the owner "ann" is used up; it renews at 2026-11-16T00:00:00Z.`,
    });
    await tasks.cancel(token, id);
    expect((await bench.purse(`owner:ann@${DAY}`)).balance).toBe(1_500_000);
    await order();
    expect((await bench.verify()).faults).toEqual([]);
  });
});
