import { cut } from './serialize-error.js';

const MAX_LINE_CHARACTERS = 16_384;
const MAX_FIELD_CHARACTERS = 1_024;
const KEPT = ['level', 'time', 'pid', 'name', 'requestId', 'msg'];

/** Collectors cut long lines, or choke on them; one that we cut ourselves is still an object. */
export function shortenLine(line: string): string {
  return line.length <= MAX_LINE_CHARACTERS ? line : `${JSON.stringify(shortened(line))}\n`;
}

function shortened(line: string): object {
  const fields = JSON.parse(line) as Record<string, unknown>;
  const kept = KEPT.filter((name) => name in fields).map((name) => [name, cutField(fields[name])]);
  return {
    ...Object.fromEntries(kept),
    cutFromCharacters: line.length,
    beginning: cut(line, MAX_FIELD_CHARACTERS),
  };
}

function cutField(value: unknown): unknown {
  return typeof value === 'string' ? cut(value, MAX_FIELD_CHARACTERS) : value;
}
