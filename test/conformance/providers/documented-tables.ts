import { type Provider, listProviders } from '#providers';
import { VIDEO_CASES } from '../videos/cases.js';
import { VIDEO_ROWS } from '../videos/rows.js';
import { TEXT_CASES } from './text-cases.js';
import { listTextRows } from './text-rows.js';

type Cells = readonly string[];

/** Each part of docs/providers.md that is made from the code, by the name in its markers. */
export const DOCUMENTED_TABLES: Readonly<Record<string, () => string>> = {
  providers: () =>
    drawTable(
      ['provider', 'service', 'address', 'speaks', 'key'],
      listProviders()
        .filter(({ isBuiltIn }) => isBuiltIn !== true)
        .map(describeProvider),
    ),
  cases: () =>
    drawTable(
      ['provider', ...TEXT_CASES.map(({ heading }) => heading)],
      listTextRows().map(({ name }) => [name, ...TEXT_CASES.map(() => '✓')]),
    ),
  videos: () =>
    drawTable(
      ['provider', ...VIDEO_CASES.map(({ name }) => name)],
      VIDEO_ROWS.map((row) => [
        row.provider,
        ...VIDEO_CASES.map(({ isFor }) => ((isFor?.(row) ?? true) ? '✓' : '–')),
      ]),
    ),
};

function describeProvider({ id, label, fields, speaks, apiKeyVariable, video }: Provider): Cells {
  const address = fields.find(({ name }) => name === 'base_url')?.default;
  const formats = Object.values(speaks).flatMap((spoken) => (typeof spoken === 'function' ? [] : spoken));
  const isByModel = Object.values(speaks).some((spoken) => typeof spoken === 'function');
  return [
    `\`${id}\``,
    label,
    address ?? "the account's own",
    [
      ...new Set(formats),
      ...(isByModel ? ['more by model'] : []),
      ...(video === undefined ? [] : ['video']),
    ].join(', '),
    apiKeyVariable === undefined ? '' : `\`${apiKeyVariable}\``,
  ];
}

/** As the formatter writes it. */
function drawTable(headings: Cells, rows: readonly Cells[]): string {
  const widths = headings.map((heading, column) =>
    Math.max(3, heading.length, ...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  const drawLine = (cells: Cells): string =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`;
  const rule = drawLine(widths.map((width) => '-'.repeat(width)));
  return [drawLine(headings), rule, ...rows.map(drawLine)].join('\n');
}
