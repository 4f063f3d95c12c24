const OK = '200';
const REFUSED = '503';
const START_MS = 1_000;

/** The figures with an aim, from all rounds, and those that explain them. */
export function summarise({ alone, rounds }) {
  const overloads = rounds.map(({ overload }) => overload);
  const heavy = overloads.flatMap(({ heavies }) => heavies.flatMap(({ responses }) => responses));
  const light = overloads.flatMap((overload) => afterStart(overload.light.responses));
  const health = overloads.flatMap((overload) => overload.health.responses);
  const lightUnsent = sum(overloads.map(({ light: { unsent } }) => unsent));
  const served = heavy.filter(([status]) => status === OK);
  const refusals = heavy.filter(([status]) => status === REFUSED);
  return {
    'capacity, requests a second': Math.round(median(rounds.map(({ perSecond }) => perSecond))),
    'due requests, times the capacity': round(median(rounds.map(findDue))),
    'sent requests, times the capacity': round(median(rounds.map(findSent))),
    'goodput, share of the capacity': round(median(rounds.map(findGoodput))),
    'share of the second of two equal tokens': round(median(overloads.map(findSecondShare))),
    'refused requests': refusals.length,
    'refused without retry-after': refusals.filter(([, , , retryAfter]) => retryAfter === undefined).length,
    'first refusal after ms': Math.round(median(overloads.map(findFirstRefusal))),
    'CPU time of a served request, µs': Math.round(median(rounds.map(({ capacity }) => findCost(capacity)))),
    'CPU time of a refusal, µs': Math.round(median(rounds.map(findRefusalCost))),
    'busy, share of the time': round(median(overloads.map(findBusy))),
    'heavy tokens: p50 of served requests, ms': Math.round(quantile(tookOf(served), 0.5)),
    'heavy tokens: p50 of refusals, ms': Math.round(quantile(tookOf(refusals), 0.5)),
    'heavy tokens: slowest response, ms': Math.round(max(tookOf(heavy))),
    'other answers to heavy tokens': heavy.length - served.length - refusals.length,
    'light token: p50 alone, ms': round(quantile(tookOf(alone.light.responses), 0.5)),
    'light token: p99 alone, ms': round(quantile(tookOf(alone.light.responses), 0.99)),
    'light token: p50 in the overload, ms': round(quantile(tookOf(light), 0.5)),
    'light token: p99 in the overload, ms': round(quantile(tookOf(light), 0.99)),
    'light token: p99, times that alone': round(
      quantile(tookOf(light), 0.99) / quantile(tookOf(alone.light.responses), 0.99),
    ),
    'light token: not served': light.filter(([status]) => status !== OK).length + lightUnsent,
    '/healthz: slowest, ms': round(max(tookOf(health))),
    '/healthz: not 200': health.filter(([status]) => status !== OK).length,
    'time without the core, share': round(max(overloads.map(({ disturbance }) => disturbance))),
  };
}

function findDue({ perSecond, overload: { heavies, seconds } }) {
  return sum(heavies.map(({ responses, unsent }) => responses.length + unsent)) / seconds / perSecond;
}

function findSent({ perSecond, overload: { heavies, seconds } }) {
  return sum(heavies.map(({ responses }) => responses.length)) / seconds / perSecond;
}

/** Of the time in which it could run; with less than all of it, something else limits the load. */
function findBusy({ cpuSeconds, availableSeconds }) {
  return cpuSeconds / availableSeconds;
}

/**
 * The requests that it could serve in a second. By its CPU time, because large bodies keep the load busier than the
 * gateway.
 */
export function findCapacity(...runs) {
  return sum(runs.map(countServed)) / sum(runs.map(({ cpuSeconds }) => cpuSeconds));
}

function findCost(runs) {
  return 1e6 / findCapacity(...runs);
}

function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}

/** The CPU time of the overload that the served requests do not explain, for each refusal. */
function findRefusalCost({ capacity, overload }) {
  const { responses } = overload.light;
  const served = countServed(overload) + responses.length;
  const refused = overload.heavies
    .flatMap((heavy) => heavy.responses)
    .filter(([status]) => status === REFUSED).length;
  return (overload.cpuSeconds * 1e6 - served * findCost(capacity)) / refused;
}

/** What was served in a second in which the gateway could run. */
function findGoodput({ perSecond, overload }) {
  return countServed(overload) / overload.availableSeconds / perSecond;
}

function findSecondShare({ heavies }) {
  const [first, second] = heavies.map(
    ({ responses }) => responses.filter(([status]) => status === OK).length,
  );
  return Math.min(first, second) / (first + second);
}

function findFirstRefusal({ heavies }) {
  const times = heavies
    .flatMap(({ responses }) => responses)
    .filter(([status]) => status === REFUSED)
    .map(([, dueMs, tookMs]) => dueMs + tookMs);
  return -max(times.map((time) => -time));
}

/** An overload is noticed within its first second. */
function afterStart(responses) {
  return responses.filter(([, dueMs]) => dueMs >= START_MS);
}

function tookOf(responses) {
  return responses.map(([, , tookMs]) => tookMs);
}

function quantile(values, share) {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

function max(values) {
  return values.reduce((left, right) => Math.max(left, right), -Infinity);
}

function median(values) {
  return quantile(values, 0.5);
}

function round(value) {
  return Math.round(value * 100) / 100;
}

/** Those that were answered in time count, not those that came after the end. */
function countServed({ heavies, seconds }) {
  return heavies
    .flatMap(({ responses }) => responses)
    .filter(([status, dueMs, tookMs]) => status === '200' && dueMs + tookMs <= seconds * 1_000).length;
}
