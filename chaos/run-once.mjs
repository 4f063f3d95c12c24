import { fileURLToPath } from 'node:url';
import { checkAll } from './checks/index.mjs';
import { gatherEvidence } from './checks/evidence.mjs';
import { Clients } from './clients.mjs';
import { eventually } from './eventually.mjs';
import { Killer, MEAN_PAUSE_MS } from './killer.mjs';
import { Random } from './random.mjs';
import { startReceiver } from './receiver.mjs';
import { UPSTREAM_OPTIONS, WEBHOOK_SECRET, configFor } from './setup.mjs';
import { isCountZero, isReady } from './idle-checks.mjs';
import { startUpstream } from './upstream.mjs';
import { UpstreamFaults } from './upstream-faults.mjs';
import { logWrites } from './write-log.mjs';

const WORKER = fileURLToPath(new URL('./worker.mjs', import.meta.url));
/** The maximum time from the last kill until all tasks have ended. */
const SETTLE_MS = 120_000;
/** The delivery of a killed worker continues after its lease of a minute. */
const DELIVER_MS = 75_000;

/** Runs one installation under load while its processes are killed, and then the checks. */
export async function runOnce({ installation, tasks, kills, standstills, seed, backend, onStop }) {
  const random = new Random(seed);
  const startedAt = performance.now();
  onStop(() => installation.stop());
  const upstream = await startUpstream(UPSTREAM_OPTIONS);
  onStop(() => upstream.stop());
  const receiver = await startReceiver(random.fork(), WEBHOOK_SECRET);
  onStop(() => receiver.stop());
  await installation.start({
    config: configFor(upstream.origin, receiver.url),
    hasRedis: backend === 'redis',
    workerEntry: WORKER,
    workers: 2,
  });
  await logWrites(installation.postgres.url);
  const faults = new UpstreamFaults(random.fork(), upstream);
  const clients = new Clients({
    random: random.fork(),
    origin: installation.origin,
    beforeEach: () => faults.next(),
    label: `chaos ${seed}`,
  });
  const killer = new Killer(random.fork(), installation);
  await disturb({ clients, killer, installation, tasks, kills, standstills });
  const evidence = await gatherEvidence({ installation, upstream, receiver, clients, faults });
  return {
    backend,
    seed,
    seconds: (performance.now() - startedAt) / 1000,
    evidence,
    kills: killer.counts,
    standstills: killer.standstills,
    results: checkAll(evidence),
  };
}

async function disturb({ clients, killer, installation, tasks, kills, standstills }) {
  const giveUp = new AbortController();
  const served = clients.run(tasks, kills * MEAN_PAUSE_MS, giveUp.signal);
  await killer.run(kills, standstills, giveUp.signal);
  await Promise.all([installation.postgres.settled(), installation.redis?.settled()]);
  const timer = setTimeout(() => giveUp.abort(), SETTLE_MS);
  await served;
  clearTimeout(timer);
  await eventually(() => isReady(installation), SETTLE_MS);
  await eventually(() => isCountZero(installation, UNFINISHED), SETTLE_MS);
  await eventually(() => isCountZero(installation, UNDELIVERED), DELIVER_MS);
}

const UNFINISHED = "SELECT count(*) FROM video_tasks WHERE status IN ('queued', 'in_progress')";
const UNDELIVERED =
  "SELECT count(*) FROM webhook_deliveries WHERE status = 'pending' AND next_attempt_at < now() + interval '1 minute'";
