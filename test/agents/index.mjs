import { constants } from 'node:os';
import { installAgents } from './install.mjs';
import { runAgents } from './run.mjs';
import { isFailed, printTable } from './table.mjs';

/** Runs the agents and prints the results. Agents that cannot be installed are skipped, with the reason. */
export async function testAgents({ isBrief = false, only = '' } = {}) {
  const { modules, reason } = await installAgents();
  if (reason !== undefined) {
    console.log(`The agents are skipped: ${reason}`);
    return { passed: 0, failed: 0, isSkipped: true };
  }
  const startedAt = performance.now();
  const cells = await untilInterrupted((signal) => runAgents({ modules, isBrief, only, signal }));
  printTable(cells);
  const failed = cells.filter(isFailed).length;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  console.log(`\nagents: ${cells.length - failed} of ${cells.length} cells hold, in ${seconds} s`);
  return { passed: cells.length - failed, failed, isSkipped: false };
}

/** The first signal aborts the work, which cleans up and then ends this process; a second one ends it at once. */
async function untilInterrupted(work) {
  const interruption = new AbortController();
  const interrupt = (signal) => {
    console.log('Cleaning up …');
    interruption.abort(signal);
  };
  const signals = ['SIGINT', 'SIGTERM'];
  for (const signal of signals) process.once(signal, interrupt);
  try {
    return await work(interruption.signal);
  } finally {
    for (const signal of signals) process.off(signal, interrupt);
    const { aborted, reason } = interruption.signal;
    if (aborted) process.exit(128 + constants.signals[reason]);
  }
}
