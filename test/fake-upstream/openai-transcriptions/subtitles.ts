import type { Stretch } from './timings.js';

export function getSrt(stretches: readonly Stretch[]): string {
  return stretches
    .map(
      ({ text, start, end }, index) =>
        `${index + 1}\n${clock(start, ',')} --> ${clock(end, ',')}\n${text}\n\n`,
    )
    .join('');
}

export function getVtt(stretches: readonly Stretch[]): string {
  const cues = stretches.map(
    ({ text, start, end }) => `${clock(start, '.')} --> ${clock(end, '.')}\n${text}\n\n`,
  );
  return `WEBVTT\n\n${cues.join('')}`;
}

function clock(seconds: number, separator: string): string {
  const instant = new Date(Math.round(seconds * 1_000)).toISOString();
  return instant.slice('1970-01-01T'.length, -1).replace('.', separator);
}
