const OK = '200';
const REFUSED = '503';

/** The figures that are promised, from all rounds. */
export function summarise({ alone, rounds }) {
  const overloads = rounds.map(({ overload }) => overload);
  const heavy = overloads.flatMap(({ heavies }) => heavies.flatMap(({ responses }) => responses));
  const light = overloads.flatMap((overload) => overload.light.responses);
  const health = overloads.flatMap((overload) => overload.health.responses);
  const lightUnsent = overloads.reduce((sum, overload) => sum + overload.light.unsent, 0);
  const refusals = heavy.filter(([status]) => status === REFUSED);
  return {
    'capacity, requests a second': Math.round(median(rounds.map(({ perSecond }) => perSecond))),
    'goodput, share of the capacity': round(median(rounds.map(findGoodput))),
    'share of the second of two equal tokens': round(median(overloads.map(findSecondShare))),
    'refused requests': refusals.length,
    'refused without retry-after': refusals.filter(([, , , retryAfter]) => retryAfter === undefined).length,
    'first refusal after ms': Math.round(median(overloads.map(findFirstRefusal))),
    'other answers to heavy tokens': heavy.filter(([status]) => status !== OK && status !== REFUSED).length,
    'light token: p50 alone, ms': round(quantile(tookOf(alone.light.responses), 0.5)),
    'light token: p99 alone, ms': round(quantile(tookOf(alone.light.responses), 0.99)),
    'light token: p50 in the overload, ms': round(quantile(tookOf(light), 0.5)),
    'light token: p99 in the overload, ms': round(quantile(tookOf(light), 0.99)),
    'light token: not served': light.filter(([status]) => status !== OK).length + lightUnsent,
    '/healthz: slowest, ms': round(Math.max(...tookOf(health))),
    '/healthz: not 200': health.filter(([status]) => status !== OK).length,
    'time without the core, share': round(Math.max(...overloads.map(({ disturbance }) => disturbance))),
  };
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
  return Math.min(Infinity, ...times.slice(0, 1_000));
}

function tookOf(responses) {
  return responses.map(([, , tookMs]) => tookMs);
}

function quantile(values, share) {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

function median(values) {
  return quantile(values, 0.5);
}

function round(value) {
  return Math.round(value * 100) / 100;
}

/** Those that were answered in time count, not those that came after the end. */
export function countServed({ heavies, seconds }) {
  return heavies
    .flatMap(({ responses }) => responses)
    .filter(([status, dueMs, tookMs]) => status === '200' && dueMs + tookMs <= seconds * 1_000).length;
}
