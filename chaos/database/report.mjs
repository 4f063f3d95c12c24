const EXAMPLES = 5;

/** The report of one run. */
export function describeRun({ mode, seed, seconds, evidence, kills, chat, rest, results, folder }) {
  const { tasks } = evidence;
  const completed = tasks.filter(({ status }) => status === 'completed').length;
  const broken = results.filter(({ violations }) => violations.length > 0);
  return [
    `Seed ${seed}, ${mode}: ${Math.round(seconds)} s, ${tasks.length} tasks (${completed} completed), ` +
      `${chat.successes} chats (${chat.failures.length} failed), ${rest.share} at rest.`,
    `  ${[...kills].map(([kind, count]) => `${kind}: ${count}`).join(', ')}`,
    ...broken.flatMap(({ name, violations }) => [
      `  VIOLATED  ${name}: ${violations.length}`,
      ...violations.slice(0, EXAMPLES).map((example) => `            - ${example}`),
    ]),
    broken.length === 0 ? '  All checks pass.' : `  Logs and data are in ${folder}.`,
    '',
  ].join('\n');
}
