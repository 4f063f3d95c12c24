import { crc32 } from 'node:zlib';
import { type BegunEvent, getKey } from './begun-event.js';
import { type UsageEvent } from './usage-event.js';

export type SpoolRecord =
  | { kind: 'begun'; event: BegunEvent }
  | { kind: 'ended'; event: UsageEvent }
  | { kind: 'abandoned'; key: string };

const LINE = /^([0-9a-f]{8}) (begun|ended|abandoned) (.*)$/s;

export function begunLine(event: BegunEvent): string {
  return seal(`begun ${JSON.stringify(event)}`);
}

export function endedLine(event: UsageEvent): string {
  return seal(`ended ${JSON.stringify(event)}`);
}

export function abandonedLine(event: BegunEvent): string {
  return seal(`abandoned ${JSON.stringify(getKey(event))}`);
}

/** Undefined where this is not a line as it was written: torn, or mangled since. */
export function readLine(line: string): SpoolRecord | undefined {
  const [, checksum, kind, text = ''] = LINE.exec(line) ?? [];
  if (kind === undefined || checksum !== toChecksum(line.slice(9))) return undefined;
  const value: unknown = JSON.parse(text);
  if (kind === 'abandoned') return { kind, key: value as string };
  if (kind === 'begun') return { kind, event: value as BegunEvent };
  return { kind: 'ended', event: value as UsageEvent };
}

export interface SpoolContent {
  records: SpoolRecord[];
  /** Lines that are whole but cannot be read. One that was being written when its process died is not among them. */
  unreadable: number;
}

export function readLines(content: string): SpoolContent {
  const lines = content.split('\n');
  // After the last line end there is nothing, or a line that nobody finished.
  lines.pop();
  const written = lines.filter((line) => line !== '');
  const records = written.map(readLine).filter((record) => record !== undefined);
  return { records, unreadable: written.length - records.length };
}

function seal(text: string): string {
  return `${toChecksum(text)} ${text}\n`;
}

function toChecksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}
