import { installAgents } from './install.mjs';
import { runAgents } from './run.mjs';
import { isFailed, printTable } from './table.mjs';

/** Runs the agents and prints how it went. What cannot be had here is skipped, and said why. */
export async function testAgents({ isBrief = false, only = '' } = {}) {
  const { modules, reason } = await installAgents();
  if (reason !== undefined) {
    console.log(`The agents are skipped: ${reason}`);
    return { passed: 0, failed: 0, isSkipped: true };
  }
  const startedAt = performance.now();
  const cells = await runAgents({ modules, isBrief, only });
  printTable(cells);
  const failed = cells.filter(isFailed).length;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  console.log(`\nagents: ${cells.length - failed} of ${cells.length} cells hold, in ${seconds} s`);
  return { passed: cells.length - failed, failed, isSkipped: false };
}
