/** The requests of each case, and the maximum ratio to the CPU time of the bare proxy (`goal`). */
import { LIMITED_TOKEN } from './configs.mjs';
import { buildCode, buildProse } from './requests.mjs';

const SHORT = buildProse(700);
const whole = { model: 'bench', content: SHORT, connections: 32 };

export const ONE_KILOBYTE = { ...whole, name: '1 KB', goal: 1.1 };
export const BURST = {
  name: 'event of a stream, 64 at once',
  model: 'bench-burst',
  mode: 'burst',
  content: SHORT,
  isStreamed: true,
  connections: 16,
  goal: 1,
};
export const PACED = {
  ...BURST,
  name: 'event of a stream, one at a time',
  model: 'bench-paced',
  mode: 'paced',
  connections: 20,
  rampMs: 300,
  goal: 1.1,
};
export const LIMITED = {
  ...whole,
  name: '1 KB, priced, limits and budget',
  model: 'bench-priced',
  token: LIMITED_TOKEN,
  goal: 1.3,
};
export const HELD = { ...BURST, model: 'bench-held', mode: 'held' };
export const TRANSLATED = { ...BURST, name: 'event of a translated stream', format: 'messages' };

/** Each case is compared with the bare proxy. */
export const CASES = [
  ONE_KILOBYTE,
  LIMITED,
  { ...whole, name: '1 KB, ten equal channels', model: 'bench-tied', goal: 1.1 },
  { ...whole, name: '16 KB of prose', content: buildProse(16_384), goal: 1 },
  { ...whole, name: '128 KB of prose', content: buildProse(131_072), goal: 0.5 },
  { ...whole, name: '128 KB of code, 5,000 escapes', content: buildCode(131_072, 5_000), goal: 0.5 },
  BURST,
  PACED,
];
