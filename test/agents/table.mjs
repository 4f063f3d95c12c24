import { SCENARIOS } from './scenarios.mjs';

/** Prints the cells as a table, then the reasons of those that are not ok. */
export function printTable(cells) {
  const scenarios = Object.keys(SCENARIOS).filter((name) => cells.some(({ scenario }) => scenario === name));
  const rows = new Map();
  for (const cell of cells) {
    const key = `${cell.client.name}|${cell.upstream}`;
    rows.set(key, { ...rows.get(key), [cell.scenario]: getWord(cell) });
  }
  const lines = [
    ['client', 'upstream', ...scenarios],
    ...[...rows].map(([key, row]) => [...key.split('|'), ...scenarios.map((name) => row[name] ?? '-')]),
  ];
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  for (const line of lines) {
    console.log(
      line
        .map((text, column) => text.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    );
  }
  const limits = cells.filter((cell) => getWord(cell) === 'limit');
  const reasons = new Set(
    limits.map(({ client, scenario, limit }) => `${client.name}, ${scenario}: ${limit}`),
  );
  if (reasons.size > 0) console.log(['\nlimit:', ...reasons].join('\n  '));
  for (const { client, upstream, scenario, fault, refusals } of cells.filter(isFailed)) {
    console.log(`\n${client.name} over ${upstream}, ${scenario}: FAILED`);
    for (const refusal of refusals) console.log(`  the service refused it: ${refusal}`);
    if (fault) console.log(`  ${fault.replaceAll('\n', '\n  ')}`);
  }
}

export function isFailed(cell) {
  return getWord(cell) === 'FAILED';
}

function getWord({ fault, refusals, limit }) {
  if (refusals.length > 0) return 'FAILED';
  if (fault === undefined) return 'ok';
  return limit === undefined ? 'FAILED' : 'limit';
}
