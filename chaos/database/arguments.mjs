import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

const MODES = ['embedded', 'redis', 'external'];
const MAX_SEED = 2 ** 31;

/** Reads the options of the command line. */
export function readArguments(words) {
  const { values } = parseArgs({
    args: words,
    options: {
      mode: { type: 'string', default: 'all' },
      kills: { type: 'string', default: '30' },
      tasks: { type: 'string', default: '40' },
      runs: { type: 'string', default: '1' },
      seed: { type: 'string', default: String(randomInt(MAX_SEED)) },
      keep: { type: 'boolean', default: false },
    },
  });
  if (values.mode !== 'all' && !MODES.includes(values.mode)) {
    throw new Error(`--mode is one of all, ${MODES.join(', ')}`);
  }
  return {
    modes: values.mode === 'all' ? MODES : [values.mode],
    kills: wholeNumber('kills', values.kills),
    tasks: wholeNumber('tasks', values.tasks),
    runs: wholeNumber('runs', values.runs),
    seed: wholeNumber('seed', values.seed),
    keep: values.keep,
  };
}

function wholeNumber(name, text) {
  if (!/^\d{1,10}$/.test(text)) throw new Error(`--${name} is a whole number`);
  return Number(text);
}
