/**
 * Whether overload is refused instead of queued: two equal tokens send five times what the gateway can serve, three times ten
 * seconds with bodies of 1 KB and of 256 KB each. Prints the figures, and fails where an aim of docs/limits.md is not
 * met. Ends with a code of its own where others use the core too much to judge.
 */
import { findObstacle } from './cost/cores.mjs';
import { measureOverload } from './overload/experiment.mjs';

const NOT_JUDGED = 3;
const MAX_DISTURBANCE = 0.1;
const ATTEMPTS = 3;
const SIZES = { '1 KB': 1_024, '256 KB': 262_144 };

const PROMISES = [
  ['goodput, share of the capacity', (value) => value >= 0.9],
  ['share of the second of two equal tokens', (value) => value >= 0.35],
  ['refused requests', (value) => value > 0],
  ['refused without retry-after', (value) => value === 0],
  ['first refusal after ms', (value) => value <= 1_000],
  ['other answers to heavy tokens', (value) => value === 0],
  [
    'light token: p99 in the overload, ms',
    (value, figures) => value <= 5 * figures['light token: p99 alone, ms'],
  ],
  ['light token: not served', (value) => value === 0],
  ['/healthz: slowest, ms', (value) => value <= 250],
  ['/healthz: not 200', (value) => value === 0],
];

const obstacle = findObstacle();
if (obstacle !== undefined) {
  console.log(`Overload is not judged here: ${obstacle}.`);
  process.exit(NOT_JUDGED);
}
const results = [];
for (const [name, bytes] of Object.entries(SIZES)) results.push(await judge(name, bytes));
if (results.includes('broken')) process.exitCode = 1;
else if (results.includes('disturbed')) process.exitCode = NOT_JUDGED;

/** One good attempt is enough: others on this machine can only make the figures worse. */
async function judge(name, bytes) {
  let isDisturbed = false;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const figures = await measureOverload(bytes);
    console.log(`Bodies of ${name}:`);
    console.table(figures);
    const broken = PROMISES.filter(([key, isHeld]) => !isHeld(figures[key], figures)).map(([key]) => key);
    if (broken.length === 0) return 'held';
    console.log(`Not as promised: ${broken.join('; ')}.`);
    isDisturbed ||= figures['time without the core, share'] > MAX_DISTURBANCE;
  }
  if (isDisturbed) console.log('This is not judged: something else keeps the core busy.');
  return isDisturbed ? 'disturbed' : 'broken';
}
