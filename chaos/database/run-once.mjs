import { fileURLToPath } from 'node:url';
import { gatherEvidence } from '../checks/evidence.mjs';
import { checkAll } from '../checks/index.mjs';
import { Clients } from '../clients.mjs';
import { eventually } from '../eventually.mjs';
import { Random } from '../random.mjs';
import { startReceiver } from '../receiver.mjs';
import { UPSTREAM_OPTIONS, WEBHOOK_SECRET, configFor } from '../setup.mjs';
import { isCountZero, isReady } from '../idle-checks.mjs';
import { startUpstream } from '../upstream.mjs';
import { logWrites } from '../write-log.mjs';
import { CHAT_CHANNEL, CHAT_TOKEN, ChatLoad } from './chat-load.mjs';
import { DISTURBANCES } from './disturbances.mjs';
import { LogNoise } from './log-noise.mjs';
import { measureRest } from './rest.mjs';

const WORKER = fileURLToPath(new URL('../worker.mjs', import.meta.url));
const SETTLE_MS = 60_000;
/** The maximum time from the last kill until everything is idle. */
const IDLE_AFTER_MS = 10_000;
/** The approximate time per kill, so that videos are submitted until the last one. */
const MEAN_KILL_MS = 1_000;
const NO_FAULTS = { counts: new Map(), count: () => 0 };
const UNFINISHED = "SELECT count(*) FROM video_tasks WHERE status IN ('queued', 'in_progress')";

/** Runs one installation under load while its database or Redis fails repeatedly. */
export async function runOnce({ installation, mode, kills, tasks, seed, onStop }) {
  const random = new Random(seed);
  const startedAt = performance.now();
  const { upstream, receiver } = await begin(installation, mode, random, onStop);
  const noise = new LogNoise(installation);
  const chat = new ChatLoad(installation.origin);
  onStop(() => chat.stop());
  const clients = new Clients({
    random: random.fork(),
    origin: installation.origin,
    beforeEach: () => undefined,
    label: `chaos ${seed}`,
  });
  const disturbance = new DISTURBANCES[mode](random.fork(), installation);
  const giveUp = new AbortController();
  const served = clients.run(tasks, kills * MEAN_KILL_MS, giveUp.signal);
  const acknowledged = () => clients.submissions.filter(({ taskIds }) => taskIds.size > 0).length;
  await eventually(() => acknowledged() >= tasks / 4, SETTLE_MS);
  await disturbance.run(kills);
  const lastKillAt = performance.now();
  const timer = setTimeout(() => giveUp.abort(), SETTLE_MS);
  await served;
  clearTimeout(timer);
  await eventually(() => isReady(installation), SETTLE_MS);
  await eventually(() => isCountZero(installation, UNFINISHED), SETTLE_MS);
  await chat.stop();
  const rest = await measureRest(installation, lastKillAt + IDLE_AFTER_MS);
  const evidence = await gatherEvidence({ installation, upstream, receiver, clients, faults: NO_FAULTS });
  return {
    mode,
    seed,
    seconds: (performance.now() - startedAt) / 1000,
    evidence,
    kills: disturbance.counts,
    chat,
    rest,
    results: [
      ...checkAll(evidence),
      { name: 'D1  no chat has failed', violations: chat.failures },
      { name: 'D2  everything is idle again', violations: rest.violations },
      {
        name: 'D3  the log is short and holds nothing but JSON lines',
        violations: noise.find(kills),
      },
    ],
  };
}

async function begin(installation, mode, random, onStop) {
  onStop(() => installation.stop());
  const upstream = await startUpstream(UPSTREAM_OPTIONS);
  onStop(() => upstream.stop());
  const receiver = await startReceiver(random.fork(), WEBHOOK_SECRET);
  onStop(() => receiver.stop());
  const config = configFor(upstream.origin, receiver.url);
  await installation.start({
    config: {
      ...config,
      channels: [...config.channels, CHAT_CHANNEL],
      tokens: [...config.tokens, CHAT_TOKEN],
    },
    hasRedis: mode === 'redis',
    workerEntry: WORKER,
    workers: 1,
  });
  await logWrites(installation.postgres.url);
  return { upstream, receiver };
}
