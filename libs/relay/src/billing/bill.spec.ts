import { type Token } from '#access';
import { CancelSource } from '#canonical';
import { type RoutedTarget } from '#catalog';
import { describe, expect, it } from '@jest/globals';
import { Bill } from './bill.js';
import { type BilledRequest } from './billed-request.js';

const TARGET = { channel: { id: 'c', name: 'main', provider: 'p' }, upstreamModel: 'm' } as RoutedTarget;
const REQUEST = {
  token: { id: 't', owner: 'alice' } as Token,
  requestId: 'given',
  size: { inputTokens: 1 },
} as BilledRequest;

/** A bill, the calls of its journal, and a function that completes the write. */
function openBill(): { bill: Bill; calls: string[]; write: () => void } {
  const calls: string[] = [];
  const tick = new CancelSource();
  const written = new Promise<void>((resolve) => {
    tick.addEventListener('abort', resolve);
  });
  const entry = { waitUntilWritten: () => written, abandon: () => calls.push('abandoned') };
  const begin = (_event: unknown, when = 'now'): never => {
    calls.push(`begun ${when}`);
    return entry as never;
  };
  const options = {
    journal: { begin },
    prices: { getPrice: () => undefined },
    budgetAccounts: [],
    targets: [],
  };
  return { bill: new Bill(REQUEST, options as never), calls, write: () => tick.abort('over') };
}

describe('a request that is written to the journal together with others', () => {
  it('continues when it is written', async () => {
    const { bill, calls, write } = openBill();
    const started = bill.beginBatched(TARGET, new CancelSource()).then(() => calls.push('continues'));
    expect(calls).toEqual(['begun batched']);
    write();
    await started;
    expect(calls).toEqual(['begun batched', 'continues']);
  });

  it('is abandoned if its client disconnects meanwhile', async () => {
    const { bill, calls, write } = openBill();
    const signal = new CancelSource();
    const started = bill.beginBatched(TARGET, signal);
    signal.abort(new Error('gone'));
    write();
    await expect(started).rejects.toThrow('gone');
    expect(calls).toEqual(['begun batched', 'abandoned']);
  });

  it('is not abandoned if another attempt continues', async () => {
    const { bill, calls, write } = openBill();
    const [lost, won] = [new CancelSource(), new CancelSource()];
    const attempts = [bill.beginBatched(TARGET, lost), bill.beginBatched(TARGET, won)];
    lost.abort(new Error('slower'));
    write();
    const outcomes = await Promise.allSettled(attempts);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(calls).toEqual(['begun batched']);
  });
});
