import { type UsageGroup } from '#metering';
import { type CountsView } from '../requests/request.dto.js';
import { type UsageSumView } from './usage.dto.js';

/** In the order of the file. */
export const COUNT_COLUMNS = Object.keys({
  input_tokens: true,
  cached_input_tokens: true,
  cache_write_tokens: true,
  cache_write_1h_tokens: true,
  output_tokens: true,
  reasoning_tokens: true,
  audio_input_tokens: true,
  audio_output_tokens: true,
  image_input_tokens: true,
  image_output_tokens: true,
  images: true,
  audio_seconds: true,
  video_seconds: true,
  characters: true,
  search_units: true,
  web_searches: true,
  code_sessions: true,
} satisfies Record<keyof CountsView, true>) as (keyof CountsView)[];

const BEFORE_COUNTS = ['requests', 'errors', 'cache_hits', 'estimated_requests'] as const;
const AFTER_COUNTS = [
  'cost_usd',
  'requests_of_unknown_cost',
  'average_duration_ms',
  'average_first_byte_ms',
  'duration_p50_ms',
  'duration_p95_ms',
  'first_byte_p50_ms',
] as const;

type Cell = string | number | boolean | null | undefined;

const LINE_END = '\r\n';
/** Texts that spreadsheets treat as formulas. */
const FORMULA = /^[=+\-@\t\r]/;

export function writeHeader(groups: readonly UsageGroup[]): string {
  return writeCsvLine([
    'starts_at',
    ...groups.flatMap(getColumns),
    ...BEFORE_COUNTS,
    ...COUNT_COLUMNS,
    ...AFTER_COUNTS,
  ]);
}

export function writeSum(sum: UsageSumView, groups: readonly UsageGroup[]): string {
  return writeCsvLine([
    sum.starts_at,
    ...groups.flatMap(getColumns).map((column) => sum[column]),
    ...BEFORE_COUNTS.map((column) => sum[column]),
    ...COUNT_COLUMNS.map((column) => sum.usage[column]),
    ...AFTER_COUNTS.map((column) => sum[column]),
  ]);
}

function getColumns(group: UsageGroup) {
  if (group === 'token') return ['token_id', 'token_name'] as const;
  return group === 'session' ? (['session_id'] as const) : ([group] as const);
}

/** A line of RFC 4180. Texts that would be formulas are escaped, because users choose some of the names. */
export function writeCsvLine(cells: readonly Cell[]): string {
  return `${cells.map(toCell).join(',')}${LINE_END}`;
}

function toCell(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
