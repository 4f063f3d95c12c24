import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { requireSupportedNode } from './node-version.mjs';

requireSupportedNode();
const { checkout } = await import('./checkout.mjs');
const { prepareToCheck, writeTypes } = await import('./prepare.mjs');

const { scripts } = JSON.parse(readFileSync(join(checkout.root, 'package.json'), 'utf8'));
/** The slowest first, so that both lanes end at about the same time. */
const checks = [
  // The linter checks types with the nearest tsconfig.json. The console's tests have another one, so tsc checks them.
  { name: 'lint and types', command: `${scripts.lint} --type-check` },
  { name: 'import rules', command: scripts.cruise },
  { name: "types of the console's tests", command: 'tsc --noEmit -p apps/web/tsconfig.spec.json' },
  { name: 'dead code', command: scripts.deadcode },
  { name: 'patterns', command: scripts.patterns },
  { name: 'words', command: scripts.words },
  { name: 'format', command: 'oxfmt --check && node scripts/format-docs.mjs --check' },
  { name: 'drawing', command: 'node scripts/draw-libraries.mjs --check' },
];
const lanes = 2;
const running = new Set();

await prepareToCheck();
await writeTypes();
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
const outcomes = await runAll();
const failed = outcomes.filter((passed) => !passed).length;
process.exitCode = failed > 0 ? 1 : 0;
console.log(`${outcomes.length - failed} passed, ${failed} failed`);

async function runAll() {
  const outcomes = [];
  // Both lanes share the iterator, so each check runs once.
  const queue = checks.values();
  const lane = async () => {
    for (const check of queue) outcomes.push(await run(check));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return outcomes;
}

async function run({ name, command }) {
  const startedAt = performance.now();
  const { passed, output } = await runCommand(command);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  if (!passed) console.log(output.trimEnd());
  return passed;
}

function runCommand(command) {
  const path = [join(checkout.modules, '.bin'), process.env.PATH].join(delimiter);
  const child = spawn(command, {
    shell: true,
    cwd: checkout.root,
    env: { ...process.env, PATH: path },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  const add = (chunk) => (output += chunk);
  child.stdout.setEncoding('utf8').on('data', add);
  child.stderr.setEncoding('utf8').on('data', add);
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ passed: false, output: error.message }));
    child.once('close', (code) => {
      running.delete(child);
      resolve({ passed: code === 0, output });
    });
  });
}

function stop(signal) {
  for (const child of running) child.kill(signal);
  process.exit(1);
}
