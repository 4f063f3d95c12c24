import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

const BACKENDS = { postgres: ['postgres'], redis: ['redis'], both: ['postgres', 'redis'] };
const MAX_SEED = 2 ** 32;

/** Reads the options of the command line. */
export function readArguments(words) {
  const { values } = parseArgs({
    args: words,
    options: {
      tasks: { type: 'string', default: '300' },
      kills: { type: 'string', default: '60' },
      standstills: { type: 'string', default: '4' },
      seed: { type: 'string', default: String(randomInt(MAX_SEED)) },
      backend: { type: 'string', default: 'both' },
      keep: { type: 'boolean', default: false },
    },
  });
  const backends = BACKENDS[values.backend];
  if (backends === undefined) throw new Error(`--backend is one of ${Object.keys(BACKENDS).join(', ')}`);
  return {
    tasks: wholeNumber('tasks', values.tasks),
    kills: wholeNumber('kills', values.kills),
    standstills: wholeNumber('standstills', values.standstills),
    seed: wholeNumber('seed', values.seed),
    backends,
    keep: values.keep,
  };
}

function wholeNumber(name, text) {
  if (!/^\d{1,10}$/.test(text)) throw new Error(`--${name} is a whole number`);
  return Number(text);
}
