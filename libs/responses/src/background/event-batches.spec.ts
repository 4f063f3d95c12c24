import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { EventBatches } from './event-batches.js';
import { Run } from './run.js';

const logger = pino({ level: 'silent' });
const delta = (sequence: number) => ({ type: 'response.output_text.delta', sequence_number: sequence });

/** A table that answers as it is told, call by call, and well when it is told nothing. */
function tableWith(...answers: (boolean | Error)[]) {
  const batches: number[][] = [];
  let announce: (() => void) | undefined;
  return {
    batches,
    append: async (_lease: unknown, events: readonly { sequence_number: number }[]): Promise<boolean> => {
      batches.push(events.map((event) => event.sequence_number));
      announce?.();
      const answer = answers.shift() ?? true;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    called: async (times: number): Promise<void> => {
      while (batches.length < times) await new Promise<void>((resolve) => (announce = resolve));
    },
  };
}

function start(...answers: (boolean | Error)[]) {
  const table = tableWith(...answers);
  const run = new Run({ id: 'resp_1', epoch: '1' });
  return { table, run, batches: new EventBatches(run, { events: table, logger }) };
}

describe('EventBatches', () => {
  it('writes together what comes together', async () => {
    const { table, batches } = start();
    for (const sequence of [3, 4, 5]) batches.push(delta(sequence), 10);
    await table.called(1);
    batches.push(delta(6), 10);
    await table.called(2);
    expect(table.batches).toEqual([[3, 4, 5], [6]]);
    expect(await batches.close()).toEqual([]);
  });

  it('gives back what it has not written', async () => {
    const { table, batches } = start();
    batches.push(delta(3), 10);
    expect(await batches.close()).toEqual([delta(3)]);
    expect(table.batches).toEqual([]);
  });

  it('writes again, in order, what could not be written', async () => {
    const { table, batches } = start(new Error('the database is away'));
    batches.push(delta(3), 10);
    await table.called(1);
    batches.push(delta(4), 10);
    await table.called(2);
    expect(table.batches).toEqual([[3], [3, 4]]);
    expect(await batches.close()).toEqual([]);
  });

  it('ends the run where the lease is lost', async () => {
    const { table, run, batches } = start(false);
    batches.push(delta(3), 10);
    await batches.waitForRoom();
    await table.called(1);
    await batches.close();
    expect([run.stopReason, run.isLeaseLost, run.signal.aborted]).toEqual(['lease-lost', true, true]);
  });

  it('makes the upstream wait while too much is not written', async () => {
    const { table, batches } = start();
    batches.push(delta(3), 2 * 1024 * 1024);
    await batches.waitForRoom();
    expect(table.batches).toEqual([[3]]);
  });
});
