/**
 * Sends hostile requests one after the other. During each of them, other requests must get responses, memory must stay
 * below its limit, and the response must not be an internal error.
 *
 *   node fuzz/stall.mjs [--match text] [--every 5] [--slow-ms 250]
 *
 * Run it after a build. Exits with 1 if a request stalls the gateway. The log and data are then kept.
 */
import { parseArgs } from 'node:util';
import { runAndReport } from '../chaos/run-and-report.mjs';
import { FuzzedGateway } from './gateway.mjs';
import { hostileRequests } from './hostile-requests.mjs';
import { judge } from './judge.mjs';
import { Probe } from './probe.mjs';
import { describeResults } from './report.mjs';
import { close, send } from './send.mjs';
import { holdSession } from './session.mjs';

/** Resident memory during a request. The garbage of earlier requests is collected first. */
const MAX_MEGABYTES = 1_200;
/** Several attempts: a busy machine makes one slow, or delays the collection of garbage, but rarely all. */
const TRIES = 3;

const { values } = parseArgs({
  options: {
    match: { type: 'string', default: '' },
    /** Selects every nth request for a short run, and those that are in every sample. */
    every: { type: 'string', default: '1' },
    'slow-ms': { type: 'string', default: '250' },
    keep: { type: 'boolean', default: false },
  },
});
const SLOW_MS = Number(values['slow-ms']);

const gateway = new FuzzedGateway();
await runAndReport({
  place: gateway,
  keep: values.keep,
  run: async (onStop) => {
    onStop(() => gateway.stop());
    await gateway.start();
    const probe = new Probe(gateway.origin, { slowMs: SLOW_MS });
    onStop(() => Promise.all([probe.stop(), close()]));
    const requests = hostileRequests(`${gateway.upstream}/image.png`);
    const matching = requests.filter(({ name }) => name.includes(values.match));
    const chosen = matching.filter(
      ({ isInEverySample }, index) => isInEverySample || index % Number(values.every) === 0,
    );
    return { results: await sendAll(chosen, probe) };
  },
  describe: describeResults,
});

async function sendAll(requests, probe) {
  const stalls = [];
  const faults = [];
  let worstMs = 0;
  let highestMegabytes = 0;
  for (const request of requests) {
    const { stallMs, megabytes, fault } = await sendOne(request, probe);
    worstMs = Math.max(worstMs, stallMs);
    highestMegabytes = Math.max(highestMegabytes, megabytes);
    if (stallMs > SLOW_MS) stalls.push(`${request.name}: ${stallMs.toFixed(0)} ms`);
    if (megabytes > MAX_MEGABYTES) stalls.push(`${request.name}: ${megabytes.toFixed(0)} MB`);
    if (fault !== undefined) faults.push(`${request.name}: ${fault}`);
    if (gateway.end !== undefined) break;
  }
  return [
    { name: 'the gateway lives', violations: gateway.end === undefined ? [] : [gateway.end] },
    {
      name: `none of ${requests.length} requests keeps others waiting for ${SLOW_MS} ms or takes ${MAX_MEGABYTES} MB`,
      violations: stalls,
      detail: `the slowest ${worstMs.toFixed(0)} ms, at most ${highestMegabytes.toFixed(0)} MB`,
    },
    { name: 'each is answered as it should be', violations: faults },
  ];
}

async function sendOne({ times = 1, prepare, ...request }, probe) {
  const sent = { ...request, body: request.body?.(), frames: request.frames?.() };
  // Requests that only store something first are not measured.
  const sendFirst = (first) => send(gateway.origin, { ...first, body: first.body() });
  Object.assign(sent, await prepare?.(sendFirst, gateway.origin));
  const ask = sent.frames === undefined ? send : holdSession;
  let stallMs = Infinity;
  let megabytes = Infinity;
  let fault;
  const isToRepeat = () => stallMs > SLOW_MS || megabytes > MAX_MEGABYTES || isTemporary(fault);
  for (let tries = 0; tries < TRIES && isToRepeat() && gateway.end === undefined; tries += 1) {
    await gateway.memoryAtRest();
    await probe.nextAnswer();
    probe.reset();
    let highest = 0;
    const watch = setInterval(() => (highest = Math.max(highest, gateway.residentMegabytes)), 20);
    const answers = await Promise.all(Array.from({ length: times }, () => ask(gateway.origin, sent)));
    await probe.nextAnswer();
    clearInterval(watch);
    stallMs = Math.min(stallMs, probe.worstMs);
    megabytes = Math.min(megabytes, highest);
    fault = answers.map((answer) => judge(sent, answer)).find((found) => found !== undefined);
  }
  return { stallMs, megabytes, fault };
}

/** On a busy machine, a response of an earlier request may be stored only later. */
function isTemporary(fault) {
  return fault?.includes('"store_unavailable"') === true;
}
