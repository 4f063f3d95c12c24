import { type TranscriptSegment } from '#canonical';

/** SubRip: numbered, and with a comma before the milliseconds. */
export function encodeSrt(segments: readonly TranscriptSegment[]): string {
  return segments.map((segment, index) => `${index + 1}\n${getCue(segment, ',')}\n\n`).join('');
}

/** WebVTT: a title, and with a point before the milliseconds. */
export function encodeVtt(segments: readonly TranscriptSegment[]): string {
  return `WEBVTT\n\n${segments.map((segment) => `${getCue(segment, '.')}\n\n`).join('')}`;
}

/** A blank line would end the cue, and an arrow begin another. */
function getCue({ startSeconds, endSeconds, text }: TranscriptSegment, point: string): string {
  const times = `${getTime(startSeconds, point)} --> ${getTime(Math.max(startSeconds, endSeconds), point)}`;
  const lines = text.split('\n').map((line) => line.trim());
  const cue = lines.filter((line) => line !== '').join('\n');
  return `${times}\n${cue.replaceAll('-->', '->')}`;
}

/** Hours, of which there may be more than a day's, minutes, seconds and milliseconds. */
function getTime(seconds: number, point: string): string {
  const milliseconds = Math.round(seconds * 1000);
  const clock = [3_600_000, 60_000, 1000].map((unit, index) =>
    pad(Math.floor(milliseconds / unit) % (index === 0 ? Infinity : 60), 2),
  );
  return `${clock.join(':')}${point}${pad(milliseconds % 1000, 3)}`;
}

function pad(number: number, digits: number): string {
  return String(number).padStart(digits, '0');
}
