import { requireSupportedNode } from './node-version.mjs';

/** The exit code of a check that cannot run here. It has printed the reason. */
const NOT_JUDGED = 3;

requireSupportedNode();
const { prepare } = await import('./prepare.mjs');
await prepare();
const { testAgents } = await import('../test/agents/index.mjs');

const args = process.argv.slice(2);
const isBrief = args.includes('--brief');
const only = args.find((argument) => !argument.startsWith('--')) ?? '';
const { passed, failed, isSkipped } = await testAgents({ isBrief, only });
if (isSkipped) process.exitCode = NOT_JUDGED;
else process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
