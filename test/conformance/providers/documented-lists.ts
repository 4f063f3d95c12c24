import { type Provider, listProviders } from '#providers';
import { VIDEO_CASES } from '../videos/cases.js';
import { VIDEO_ROWS } from '../videos/rows.js';
import { TEXT_CASES } from './text-cases.js';
import { listTextRows } from './text-rows.js';

type Cells = readonly string[];

/** A part of a file that is generated from the code. */
export interface DocumentedList {
  file: string;
  /** As in its markers. */
  name: string;
  lines: () => readonly string[];
}

const PAGE = 'docs/providers.md';

export const DOCUMENTED_LISTS: readonly DocumentedList[] = [
  {
    file: PAGE,
    name: 'providers',
    lines: () =>
      drawTable(
        ['provider', 'name', 'address', 'formats', 'key'],
        listProviders()
          .filter(({ isBuiltIn }) => isBuiltIn !== true)
          .map(describeProvider),
      ),
  },
  {
    file: PAGE,
    name: 'cases',
    lines: () =>
      drawTable(
        ['provider', ...TEXT_CASES.map(({ heading }) => heading)],
        listTextRows().map(({ name }) => [name, ...TEXT_CASES.map(() => '✓')]),
      ),
  },
  {
    file: PAGE,
    name: 'videos',
    lines: () =>
      drawTable(
        ['provider', ...VIDEO_CASES.map(({ name }) => name)],
        VIDEO_ROWS.map((row) => [
          row.provider,
          ...VIDEO_CASES.map(({ isFor }) => ((isFor?.(row) ?? true) ? '✓' : '–')),
        ]),
      ),
  },
  { file: '.env.example', name: 'keys', lines: () => listKeyVariables().map((name) => `#${name}=`) },
  {
    file: 'docker-compose.yml',
    name: 'variables',
    lines: () => listKeyVariables().map((name) => `${name}:`),
  },
];

function listKeyVariables(): string[] {
  return listProviders().flatMap(({ apiKeyVariable }) => apiKeyVariable ?? []);
}

function describeProvider({ id, label, fields, speaks, apiKeyVariable, video }: Provider): Cells {
  const address = fields.find(({ name }) => name === 'base_url')?.default;
  const formats = Object.values(speaks).flatMap((spoken) => (typeof spoken === 'function' ? [] : spoken));
  const isByModel = Object.values(speaks).some((spoken) => typeof spoken === 'function');
  return [
    `\`${id}\``,
    label,
    address ?? 'none, required',
    [
      ...new Set(formats),
      ...(isByModel ? ['others by model'] : []),
      ...(video === undefined ? [] : ['video']),
    ].join(', '),
    apiKeyVariable === undefined ? '' : `\`${apiKeyVariable}\``,
  ];
}

/** As the formatter writes it. */
function drawTable(headings: Cells, rows: readonly Cells[]): string[] {
  const drawLine = (cells: Cells): string =>
    `|${cells.map((cell) => (cell === '' ? ' ' : ` ${cell} `)).join('|')}|`;
  const rule = drawLine(headings.map(() => '---'));
  return [drawLine(headings), rule, ...rows.map(drawLine)];
}
