import { truncate } from './serialize-error.js';

const MAX_LINE_CHARACTERS = 16_384;
const MAX_FIELD_CHARACTERS = 1_024;
const KEPT_FIELDS = ['level', 'time', 'pid', 'name', 'requestId', 'msg'];

/** Log collectors truncate or reject long lines. A line that is shortened here is still valid JSON. */
export function shortenLine(line: string): string {
  return line.length <= MAX_LINE_CHARACTERS ? line : `${JSON.stringify(toShortened(line))}\n`;
}

function toShortened(line: string): object {
  const fields = JSON.parse(line) as Record<string, unknown>;
  const kept = KEPT_FIELDS.filter((name) => name in fields).map((name) => [
    name,
    truncateField(fields[name]),
  ]);
  return {
    ...Object.fromEntries(kept),
    cutFromCharacters: line.length,
    beginning: truncate(line, MAX_FIELD_CHARACTERS),
  };
}

function truncateField(value: unknown): unknown {
  return typeof value === 'string' ? truncate(value, MAX_FIELD_CHARACTERS) : value;
}
