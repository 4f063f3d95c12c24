const MAX_SHOWN = 25;

export function describeResults({ results, folder }) {
  const lines = results.flatMap(({ name, violations, detail }) => [
    `${violations.length === 0 ? 'ok    ' : 'FAILED'} ${name}${detail === undefined ? '' : ` (${detail})`}`,
    ...violations.slice(0, MAX_SHOWN).map((violation) => `         ${violation}`),
    ...(violations.length > MAX_SHOWN ? [`         and ${violations.length - MAX_SHOWN} more`] : []),
  ]);
  const isFailed = results.some(({ violations }) => violations.length > 0);
  return `${[...lines, ...(isFailed ? [`Log and data: ${folder}`] : [])].join('\n')}\n`;
}
