/** Sends the same requests to two systems alternately, so that other programs disturb both. */
import { setTimeout as sleep } from 'node:timers/promises';
import { readMeasuredCoreSeconds } from './cores.mjs';
import { openStreams, runLoad, sendOnce } from './load.mjs';
import { buildBody, buildRequest } from './requests.mjs';

/** The share of the core that other programs may use before a round is measured again. */
export const MAX_DISTURBANCE = 0.1;
const STREAMS_PER_SECOND = 500;
/** The gateway stores usage in the database at least once a second. */
const SETTLE = { minMs: 1_100, stepMs: 100, maxMs: 2_000, idleShare: 0.06 };

/**
 * CPU time per request, or per event of a stream, of `system` and of `other` in µs, and their ratio: the median of the
 * ratios of all rounds.
 */
export async function compareCosts({ system, other, useCase, otherCase = useCase, plan }) {
  const sides = [prepareSide(other, otherCase), prepareSide(system, useCase)];
  for (const side of sides) {
    side.events = await countEvents(side);
    await load(side, plan.warmSeconds);
  }
  const pairs = await measurePairs(sides, plan);
  const [theirs, ours] = [0, 1].map((at) => pairs.map(({ results }) => results[at]));
  return {
    ours: median(ours.map(({ micros }) => micros)),
    theirs: median(theirs.map(({ micros }) => micros)),
    ratio: median(ours.map(({ micros }, round) => micros / theirs[round].micros)),
    busy: median(ours.map(({ busy }) => busy)),
    disturbance: Math.max(...pairs.map(({ disturbance }) => disturbance)),
    first: {
      ours: median(ours.flatMap(({ firstMs }) => firstMs)),
      theirs: median(theirs.flatMap(({ firstMs }) => firstMs)),
    },
  };
}

/** V8 compiles the code during these requests, which are not measured. */
export async function warmUp(system, useCase, requests) {
  await load(prepareSide(system, useCase), Infinity, requests);
  await settle(system);
}

/** Memory per stream in KB, with many open streams. */
export async function measureStreams(system, useCase, count) {
  const { bytes } = prepareSide(system, useCase);
  await settle(system);
  const before = system.readMemoryKilobytes();
  const streams = await openStreams({ port: system.port, bytes, count, perSecond: STREAMS_PER_SECOND });
  await sleep(2_000);
  const held = system.readMemoryKilobytes();
  streams.close();
  await settle(system);
  return { kilobytes: (held - before) / count, begun: streams.begun };
}

/** Measures the rounds, and repeats those that other programs disturbed, at most as often as there are rounds. */
async function measurePairs(sides, { rounds, seconds }) {
  const pairs = [];
  while (pairs.filter(isCalm).length < rounds && pairs.length < 2 * rounds) {
    const results = [];
    for (const side of sides) results.push(await measureRound(side, seconds));
    pairs.push({ results, disturbance: Math.max(...results.map(({ disturbance }) => disturbance)) });
  }
  return pairs.toSorted((left, right) => left.disturbance - right.disturbance).slice(0, rounds);
}

function isCalm({ disturbance }) {
  return disturbance <= MAX_DISTURBANCE;
}

async function measureRound(side, seconds) {
  const { system } = side;
  const [before, coreBefore] = [system.readCpuSeconds(), readMeasuredCoreSeconds()];
  const result = await load(side, seconds);
  const busy = (system.readCpuSeconds() - before) / result.seconds;
  const disturbance = (readMeasuredCoreSeconds() - coreBefore) / result.seconds - busy;
  // Includes deferred work of the requests, such as storing usage in the database.
  await settle(system);
  const micros = ((system.readCpuSeconds() - before) * 1e6) / result.done / side.events;
  return { micros, busy, disturbance, firstMs: result.firstMs };
}

function load({ system, useCase, bytes }, seconds, requests) {
  const { connections, rampMs } = useCase;
  return runLoad({ port: system.port, bytes, connections, rampMs, seconds, requests });
}

/** Waits until a system is nearly idle. Deferred work (`putsOff`) may begin only some time after the last response. */
async function settle(system) {
  const deadline = performance.now() + SETTLE.maxMs;
  if (system.putsOff) await sleep(SETTLE.minMs);
  let before = system.readCpuSeconds();
  while (performance.now() < deadline) {
    const at = performance.now();
    await sleep(SETTLE.stepMs);
    const now = system.readCpuSeconds();
    if (now - before < ((performance.now() - at) / 1_000) * SETTLE.idleShare) return;
    before = now;
  }
}

function prepareSide(system, useCase) {
  const { path, headers } = system.buildTarget(useCase);
  const bytes = buildRequest({ path, headers, port: system.port, body: buildBody(useCase) });
  return { system, useCase, bytes, rounds: [] };
}

/** The number of events of a stream, or 1 without streaming. */
async function countEvents({ system, useCase, bytes }) {
  const { isStreamed, format = 'chat' } = useCase;
  const text = await sendOnce({ port: system.port, bytes });
  const isWhole = text.includes(isStreamed ? LAST_EVENTS[format] : '"total_tokens"');
  if (!isWhole) throw new Error(`This is no answer: ${text.slice(0, 1_000)}`);
  return isStreamed ? text.match(/^data:/gm).length : 1;
}

const LAST_EVENTS = { chat: 'data: [DONE]', messages: 'event: message_stop' };

function median(values) {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
