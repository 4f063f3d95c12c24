import { type UsageGroup } from '#metering';
import { type CountsView } from '../requests/request.dto.js';
import { type UsageSumView } from './usage.dto.js';

export const COUNT_COLUMNS = [
  'input_tokens',
  'cached_input_tokens',
  'cache_write_tokens',
  'cache_write_1h_tokens',
  'output_tokens',
  'reasoning_tokens',
  'audio_input_tokens',
  'audio_output_tokens',
  'image_input_tokens',
  'image_output_tokens',
  'images',
  'audio_seconds',
  'video_seconds',
  'characters',
  'search_units',
  'web_searches',
  'code_sessions',
] as const satisfies readonly (keyof CountsView)[];

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
/** What spreadsheets take for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

export function headerLine(groups: readonly UsageGroup[]): string {
  return csvLine([
    'starts_at',
    ...groups.flatMap(getColumns),
    ...BEFORE_COUNTS,
    ...COUNT_COLUMNS,
    ...AFTER_COUNTS,
  ]);
}

export function sumLine(sum: UsageSumView, groups: readonly UsageGroup[]): string {
  return csvLine([
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

/** One line as RFC 4180 has it. Names that others have chosen must not do anything where it is opened. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(toCell).join(',')}${LINE_END}`;
}

function toCell(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
