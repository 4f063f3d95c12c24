const EXAMPLES = 5;

/** The report of one run. */
export function describeRun({ backend, seed, seconds, evidence, kills, standstills, results, folder }) {
  const { tasks, videos, submissions, orphans, deliveries, faults } = evidence;
  const failed = tasks.filter(({ status }) => status === 'failed');
  const acknowledged = new Set(submissions.flatMap(({ taskIds }) => [...taskIds]));
  const violations = results.reduce((sum, { violations: found }) => sum + found.length, 0);
  return [
    '',
    ...table([
      ['backend', backend],
      ['seed', seed],
      ['duration', `${Math.round(seconds)} s`],
      ['submissions by clients', `${submissions.length}, ${acknowledged.size} tasks acknowledged`],
      ['tasks', tasks.length],
      ['completed', tasks.filter(({ status }) => status === 'completed').length],
      ['failed', `${failed.length}${countsIn(failed, ({ error_code: code }) => code)}`],
      ['videos made upstream', `${videos.length}, ${orphans.length} orphans watched`],
      ['webhooks', `${deliveries.length}${countsIn(deliveries, ({ status }) => status)}`],
      ['additional tasks', `${repeated(evidence)} (retries of libraries, without a key)`],
      ['kills', `${[...kills.values()].reduce((sum, count) => sum + count, 0)}${list(kills)}`],
      ['paused workers', standstills],
      ['failed starts', `${evidence.failedStarts.length} (ended before they were ready)`],
      [
        'faults upstream',
        `${[...faults.counts.values()].reduce((sum, count) => sum + count, 0)}${list(faults.counts)}`,
      ],
    ]),
    '',
    ...results.flatMap(describeCheck),
    '',
    violations === 0
      ? `No data was lost: ${tasks.length} tasks, all checks pass.`
      : `${violations} violations. Seed ${seed}; logs and data are in ${folder}.`,
    '',
  ].join('\n');
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

/** Submissions without a key that created more than one task. */
function repeated({ submissions, tasks }) {
  return submissions
    .filter(({ retryMode }) => retryMode === 'library')
    .map(({ prompt }) => tasks.filter(({ request }) => request.prompt === prompt).length)
    .reduce((sum, count) => sum + Math.max(count - 1, 0), 0);
}

function table(rows) {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
}

function countsIn(items, getKey) {
  const counts = new Map();
  for (const item of items) counts.set(getKey(item), (counts.get(getKey(item)) ?? 0) + 1);
  return list(counts);
}

function list(counts) {
  const words = [...counts].map(([name, count]) => `${name}: ${count}`).toSorted();
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}
