/**
 * The property test of the video tasks, longer than `npm test` has time for: whatever clients, workers and upstreams
 * do in whatever order, every promise is kept.
 *
 *   npm run chaos:model -- [sequences, 10000 unless told] [seed, by chance unless told]
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
