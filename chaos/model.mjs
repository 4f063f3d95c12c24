/**
 * The property test of video tasks with more sequences than `npm test` runs: the invariants hold for any order of
 * actions of clients, workers and upstreams.
 *
 *   npm run chaos:model -- [sequences, default 10000] [seed, default random]
 */
import { randomInt } from 'node:crypto';
import { prepare } from '../scripts/prepare.mjs';
import { runTests } from '../scripts/run-tests.mjs';

const [runs = '10000', seed = String(randomInt(1_000_000_000))] = process.argv.slice(2);

await prepare();
await runTests([
  '--testPathPatterns=test/video-tasks/model/',
  `--globals=${JSON.stringify({ videoModel: { runs: Number(runs), seed: Number(seed) } })}`,
]);
