/**
 * Fails if the cost of a request is much higher than the committed figures. If it cannot measure, it prints the reason
 * and exits with a code of its own.
 */
import { findObstacle, leaveMeasuredCore } from './cost/cores.mjs';
import { findRegressions } from './cost/guard.mjs';
import { stopAll } from './cost/systems.mjs';

const NOT_JUDGED = 3;

const obstacle = findObstacle();
if (obstacle !== undefined) {
  console.log(`What the gateway costs is not judged here: ${obstacle}.`);
  process.exit(NOT_JUDGED);
}
leaveMeasuredCore();
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => void stopAll().then(() => process.exit(1)));
try {
  const findings = await findRegressions();
  for (const finding of findings) console.log(`The gateway has become dearer. ${finding}.`);
  process.exitCode = findings.length > 0 ? 1 : 0;
} finally {
  await stopAll();
}
