import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Token } from '#access';
import { getBudgetAccounts } from '#metering';
import { registerProvider } from '#providers';
import { sandbox } from '#sandbox';
import { SecretBox } from '#secrets';
import { admittedCall } from '../harness/admitted-call.js';
import { BudgetHarness } from './budget-harness.js';
import { createVideoTasks } from '../../libs/video-tasks/src/__fixtures__/create-video-tasks.js';

const DAY = '2026-11-15';
type Settings = Parameters<typeof createVideoTasks>[0];

describe('videos with a budget of their owner', () => {
  let harness: BudgetHarness;

  beforeAll(async () => {
    registerProvider(sandbox);
    harness = await BudgetHarness.open();
  });

  afterAll(async () => {
    await harness.close();
  });

  it('are charged to every budget account, and rejected if one of them has not enough', async () => {
    const token = { id: randomUUID(), owner: 'ann', limits: {}, isEnabled: true } as Token;
    const ownerBudget = [{ unit: 'usd', limit: 1_500_000, period: 'daily' }] as const;
    const tasks = createVideoTasks({
      dataSource: harness.connection,
      catalog: {
        targetsFor: () => [{ channel: { provider: 'sandbox' }, upstreamModel: 'sandbox-video' }],
        getPrice: () => ({ perRequest: 1 }),
        getDeadlineMinutes: () => undefined,
      } as unknown as Settings['catalog'],
      media: { requireRoom: async () => undefined } as unknown as Settings['media'],
      secretBox: new SecretBox(Buffer.alloc(32, 1)),
      accounts: {
        of: () => getBudgetAccounts({ token, ownerBudget }, new Date(`${DAY}T12:00:00Z`)),
        requiresPrice: () => true,
      },
      wake: () => undefined,
    });
    const submission = async (): Promise<string> => {
      const request = { model: 'sandbox-video', prompt: 'A lighthouse', images: [] };
      const admitted = admittedCall(token);
      const acceptance = { admitted, request, route: 'r', body: Buffer.from('b') };
      return (await tasks.accept(acceptance)).task.id;
    };

    const id = await submission();
    expect((await harness.budgetAccount(`token:${token.id}`)).balance).toBe(-1_000_000);
    expect((await harness.budgetAccount(`owner:ann@${DAY}`)).balance).toBe(500_000);
    await expect(submission()).rejects.toMatchObject({
      kind: 'spend-limit-reached',
      message: `The daily budget of the owner "ann" is exhausted; it resets at 2026-11-16T00:00:00Z.`,
    });
    await tasks.cancel(token, id);
    expect((await harness.budgetAccount(`owner:ann@${DAY}`)).balance).toBe(1_500_000);
    await submission();
    expect((await harness.verify()).faults).toEqual([]);
  });
});
