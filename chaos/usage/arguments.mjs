import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

const MAX_SEED = 2 ** 32;

/** Reads the options of the command line. */
export function readArguments(words) {
  const { values } = parseArgs({
    args: words,
    options: {
      streams: { type: 'string', default: '5000' },
      kills: { type: 'string', default: '50' },
      processes: { type: 'string', default: '3' },
      seed: { type: 'string', default: String(randomInt(MAX_SEED)) },
      keep: { type: 'boolean', default: false },
    },
  });
  return {
    streams: wholeNumber('streams', values.streams),
    kills: wholeNumber('kills', values.kills),
    processes: wholeNumber('processes', values.processes),
    seed: wholeNumber('seed', values.seed),
    keep: values.keep,
  };
}

function wholeNumber(name, text) {
  if (!/^\d{1,10}$/.test(text)) throw new Error(`--${name} is a whole number`);
  return Number(text);
}
