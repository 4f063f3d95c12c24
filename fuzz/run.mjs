/**
 * Sends many malformed requests to every endpoint and checks the gateway: no internal error, no stall, and no memory
 * leak.
 *
 *   node fuzz/run.mjs --requests 200000 --seed 7      the same seed sends the same requests
 *   node fuzz/run.mjs --seed 7 --only 4711            sends one of them again and prints it
 *
 * Run it after a build. Exits with 1 if there was a fault. The log and data are then kept.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { print, runAndReport } from '../chaos/run-and-report.mjs';
import { Campaign } from './campaign.mjs';
import { FuzzedGateway } from './gateway.mjs';
import { describeResults } from './report.mjs';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '200000' },
    seed: { type: 'string', default: String(randomInt(2 ** 32)) },
    only: { type: 'string' },
    concurrency: { type: 'string', default: '12' },
    /** Longer than this, and people behind other requests notice. */
    'slow-ms': { type: 'string', default: '250' },
    keep: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const only = values.only === undefined ? undefined : Number(values.only);
print(`Seed ${seed}: ${only === undefined ? `${values.requests} requests` : `request ${only}`}.\n`);

const gateway = new FuzzedGateway();
await runAndReport({
  place: gateway,
  keep: values.keep,
  run: async (onStop) => {
    onStop(() => gateway.stop());
    await gateway.start();
    const { concurrency, 'slow-ms': slowMs } = values;
    const settings = { seed, concurrency: Number(concurrency), slowMs: Number(slowMs), print };
    const campaign = new Campaign(gateway, settings);
    onStop(() => campaign.stop());
    await campaign.prepare();
    return only === undefined ? campaign.run(Number(values.requests)) : campaign.showOne(only);
  },
  describe: describeResults,
});
