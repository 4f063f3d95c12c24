/**
 * Sends many odd requests to every endpoint and looks whether the gateway stays well: no error of its own making, no
 * moment in which it answers nobody, and no memory that is not given back.
 *
 *   node fuzz/run.mjs --requests 200000 --seed 7      the same seed sends the same requests
 *   node fuzz/run.mjs --seed 7 --only 4711            sends one of them again, and shows it
 *
 * Run it after a build. Ends with 1 where anything was found; the log and data are then kept.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { conduct, print } from '../chaos/conduct.mjs';
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
await conduct({
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
