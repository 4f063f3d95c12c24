import { type Schema } from '../../api/client.js';
import { type Token } from './token-queries.js';

/** The days for which recordings are stored, if the change lowers them. Turning recording off deletes no recordings. */
export function findShorterRecording(
  { store_content: current }: Pick<Token, 'store_content'>,
  { store_content: changed }: Schema<'TokenChangesInput'>,
): { before: number; after: number } | undefined {
  if (current === null || changed === undefined || changed === null) return undefined;
  const [before, after] = [current.ttl_days, changed.ttl_days];
  return after < before ? { before, after } : undefined;
}

export function describeRecordings({ count, has_more: hasMore }: Schema<'RecordingCountView'>): string {
  const rest = 'The new time applies to requests that are recorded from now on.';
  if (count === 0) return `No request is recorded at present. ${rest}`;
  if (count === 1 && !hasMore)
    return `Deletes nothing now: 1 recorded request is kept as long as before. ${rest}`;
  const recorded =
    count === null
      ? 'all recorded requests'
      : `${hasMore ? 'more than ' : ''}${count.toLocaleString('en')} recorded requests`;
  return `Deletes nothing now: ${recorded} are kept as long as before. ${rest}`;
}
