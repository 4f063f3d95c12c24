import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { ChildWatchdog, runService } from '#lifecycle';

/** One process that watches another one of the same program, as the API does if several processes share a port. */
const [limits = '{}'] = process.argv.slice(2);

if (cluster.isPrimary) {
  const worker = cluster.fork();
  new ChildWatchdog(worker.process, {
    limits: JSON.parse(limits),
    onSilent: () => process.stdout.write('silent\n'),
  }).start();
  worker.once('message', () => process.stdout.write(`${worker.process.pid}\n`));
  worker.once('exit', () => process.exit());
} else {
  // Loading all the code of a real process takes longer than the interval of the first check.
  await sleep(1_000);
  await runService('watched', {
    listKnownProviders: () => [],
    start: async () => ({ close: async () => undefined }),
  });
}
