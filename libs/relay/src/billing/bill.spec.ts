import { type Token } from '#access';
import { CancelSource } from '#canonical';
import { type Choice } from '#catalog';
import { describe, expect, it } from '@jest/globals';
import { Bill, type BilledRequest } from './bill.js';

const TARGET = { channel: { id: 'c', name: 'main', provider: 'p' }, upstreamModel: 'm' } as Choice;
const REQUEST = {
  token: { id: 't', owner: 'alice' } as Token,
  requestId: 'given',
  size: { inputTokens: 1 },
} as BilledRequest;

/** A bill, and what its journal is told; what it is told is written when the test says so. */
function openBill(): { bill: Bill; told: string[]; write: () => void } {
  const told: string[] = [];
  const turn = new CancelSource();
  const written = new Promise<void>((resolve) => {
    turn.addEventListener('abort', resolve);
  });
  const entry = { written: () => written, abandon: () => told.push('abandoned') };
  const begin = (_event: unknown, when = 'now'): never => {
    told.push(`begun ${when}`);
    return entry as never;
  };
  const options = {
    journal: { begin },
    prices: { getPrice: () => undefined },
    budgetAccounts: [],
    targets: [],
  };
  return { bill: new Bill(REQUEST, options as never), told, write: () => turn.abort('over') };
}

describe('a request that is written down together with others', () => {
  it('goes on once it is written', async () => {
    const { bill, told, write } = openBill();
    const begun = bill.beginInTurn(TARGET, new CancelSource()).then(() => told.push('goes on'));
    expect(told).toEqual(['begun in turn']);
    write();
    await begun;
    expect(told).toEqual(['begun in turn', 'goes on']);
  });

  it('is taken back where its client goes away meanwhile', async () => {
    const { bill, told, write } = openBill();
    const signal = new CancelSource();
    const begun = bill.beginInTurn(TARGET, signal);
    signal.abort(new Error('gone'));
    write();
    await expect(begun).rejects.toThrow('gone');
    expect(told).toEqual(['begun in turn', 'abandoned']);
  });

  it('stays where another attempt of it has gone on', async () => {
    const { bill, told, write } = openBill();
    const [lost, won] = [new CancelSource(), new CancelSource()];
    const attempts = [bill.beginInTurn(TARGET, lost), bill.beginInTurn(TARGET, won)];
    lost.abort(new Error('slower'));
    write();
    const outcomes = await Promise.allSettled(attempts);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(told).toEqual(['begun in turn']);
  });
});
