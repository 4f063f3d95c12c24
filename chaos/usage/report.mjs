import { estimateErrors, isCutOffOnTheWay, isExact, tokensFromUpstream } from './checks.mjs';

const EXAMPLES = 5;

/** The report of one run. */
export function describeRun({ seed, seconds, evidence, kills, results, folder }) {
  const { streams, upstream, storedUsage } = evidence;
  const refused = streams.filter(({ seen }) => seen.refusal !== undefined);
  const written = streams.filter(({ rows }) => rows.length > 0);
  const violations = results.reduce((sum, { violations: found }) => sum + found.length, 0);
  return [
    '',
    ...table([
      ['seed', seed],
      ['duration', `${Math.round(seconds)} s`],
      ['streams that clients requested', streams.length],
      ['  read to the end', count(streams, ({ seen }) => seen.isWhole && seen.status === 200)],
      ['  aborted by the client', count(streams, ({ seen }) => seen.hasLeft)],
      ['  refused', `${refused.length}${list(tally(refused, ({ seen }) => describeRefusal(seen)))}`],
      ['  lost with a process', count(streams, ({ rows: [row] }) => row?.outcome === 'process-died')],
      ['kills', `${sum(kills)}${list(kills)}`],
      ['requests that the upstream received', upstream.received],
      ['  with its final usage sent', count(streams, ({ entry }) => entry?.hasUsage)],
      ['  that it saw aborted', count(streams, ({ entry }) => entry?.wasAborted)],
      ['usage rows', storedUsage.sums.rows],
      ['  exact', count(written, ({ plan, rows: [row] }) => isExact(row, plan))],
      ['  estimated', count(written, ({ rows: [row] }) => row.isEstimated)],
      ['  aborted before the upstream', count(written, isCutOffOnTheWay)],
      ['  by outcome', list(tally(written, ({ rows: [row] }) => row.outcome)).trim()],
      ['estimates of 20 tokens and more', describeErrors(estimateErrors(streams, tokensFromUpstream))],
      ['total cost in micro-dollars', storedUsage.sums.costMicroUsd],
    ]),
    '',
    ...results.flatMap(describeCheck),
    '',
    violations === 0
      ? `All checks pass: ${storedUsage.sums.rows} usage rows.`
      : `${violations} violations. Seed ${seed}; logs and data are in ${folder}.`,
    '',
  ].join('\n');
}

function describeRefusal({ status, refusal }) {
  const { error } = JSON.parse(refusal);
  return `${status} ${error.code ?? error.type}`;
}

function share(value) {
  return `${(value * 100).toFixed(1)} %`;
}

function describeErrors({ count: howMany, p50, p95, max }) {
  if (howMany === 0) return 'none';
  return `${howMany}, error ${share(p50)} (p50), ${share(p95)} (p95), ${share(max)} (max)`;
}

function describeCheck({ name, violations }) {
  const verdict = violations.length === 0 ? 'ok      ' : 'VIOLATED';
  const left = violations.length - EXAMPLES;
  return [
    `  ${verdict}  ${name}`,
    ...violations.slice(0, EXAMPLES).map((example) => `              - ${example}`),
    ...(left > 0 ? [`              - and ${left} more`] : []),
  ];
}

function count(streams, isCounted) {
  return streams.filter((stream) => isCounted(stream)).length;
}

function tally(items, getKey) {
  const counts = new Map();
  for (const item of items) counts.set(getKey(item), (counts.get(getKey(item)) ?? 0) + 1);
  return counts;
}

function sum(counts) {
  return [...counts.values()].reduce((total, one) => total + one, 0);
}

function list(counts) {
  const words = [...counts].map(([name, howMany]) => `${name}: ${howMany}`).toSorted();
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}

function table(rows) {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
}
