import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { EventBatches } from './event-batches.js';
import { Run } from './run.js';

const logger = pino({ level: 'silent' });
const delta = (sequence: number) => ({ type: 'response.output_text.delta', sequence_number: sequence });

/** A table that returns these results call by call, then true. */
function tableWith(...results: (boolean | Error)[]) {
  const batches: number[][] = [];
  let announce: (() => void) | undefined;
  return {
    batches,
    append: async (_lease: unknown, events: readonly { sequence_number: number }[]): Promise<boolean> => {
      batches.push(events.map((event) => event.sequence_number));
      announce?.();
      const result = results.shift() ?? true;
      if (result instanceof Error) throw result;
      return result;
    },
    called: async (times: number): Promise<void> => {
      while (batches.length < times) await new Promise<void>((resolve) => (announce = resolve));
    },
  };
}

function start(...results: (boolean | Error)[]) {
  const table = tableWith(...results);
  const run = new Run({ id: 'resp_1', epoch: '1' });
  return { table, run, batches: new EventBatches(run, { events: table, logger }) };
}

describe('EventBatches', () => {
  it('stores concurrent events together', async () => {
    const { table, batches } = start();
    for (const sequence of [3, 4, 5]) batches.push(delta(sequence), 10);
    await table.called(1);
    batches.push(delta(6), 10);
    await table.called(2);
    expect(table.batches).toEqual([[3, 4, 5], [6]]);
    expect(await batches.close()).toEqual([]);
  });

  it('returns the events that were not stored', async () => {
    const { table, batches } = start();
    batches.push(delta(3), 10);
    expect(await batches.close()).toEqual([delta(3)]);
    expect(table.batches).toEqual([]);
  });

  it('retries failed events in order', async () => {
    const { table, batches } = start(new Error('the database is away'));
    batches.push(delta(3), 10);
    await table.called(1);
    batches.push(delta(4), 10);
    await table.called(2);
    expect(table.batches).toEqual([[3], [3, 4]]);
    expect(await batches.close()).toEqual([]);
  });

  it('stops the run if the lease is lost', async () => {
    const { table, run, batches } = start(false);
    batches.push(delta(3), 10);
    await batches.waitForCapacity();
    await table.called(1);
    await batches.close();
    expect([run.stopReason, run.isLeaseLost, run.signal.aborted]).toEqual(['lease-lost', true, true]);
  });

  it('waits while too many bytes are pending', async () => {
    const { table, batches } = start();
    batches.push(delta(3), 2 * 1024 * 1024);
    await batches.waitForCapacity();
    expect(table.batches).toEqual([[3]]);
  });
});
