import { type components } from '../../api/schema.js';
import { formatCount, formatDuration } from '../../kit/format.js';

type Counts = components['schemas']['CountsView'];

const LABELS: Readonly<Record<keyof Counts, string>> = {
  input_tokens: 'Input tokens',
  cached_input_tokens: 'of these, cached',
  cache_write_tokens: 'of these, written to the cache',
  cache_write_1h_tokens: 'of these, for an hour',
  audio_input_tokens: 'of these, audio',
  image_input_tokens: 'of these, images',
  output_tokens: 'Output tokens',
  reasoning_tokens: 'of these, reasoning',
  audio_output_tokens: 'of these, audio',
  image_output_tokens: 'of these, images',
  images: 'Images',
  audio_seconds: 'Audio',
  video_seconds: 'Video',
  characters: 'Characters',
  search_units: 'Searches',
  web_searches: 'Web searches',
  code_sessions: 'Code containers',
};
const SECONDS: ReadonlySet<string> = new Set(['audio_seconds', 'video_seconds']);

export interface UsedAmount {
  name: keyof Counts;
  label: string;
  amount: string;
}

/** What was counted, in an order that people read it in. */
export function usedAmounts(counts: Counts): UsedAmount[] {
  const names = Object.keys(LABELS) as (keyof Counts)[];
  return names.flatMap((name) => {
    const count = counts[name];
    if (count === null) return [];
    const amount = SECONDS.has(name) ? formatDuration(count * 1_000) : formatCount(count);
    return [{ name, label: LABELS[name], amount }];
  });
}

/** In a few words, for a row of a table: "1,234 in · 56 out". */
export function usageInShort(counts: Counts): string {
  const { input_tokens: input, output_tokens: output, images, search_units: searches } = counts;
  const seconds = counts.video_seconds ?? counts.audio_seconds;
  if (seconds !== null) return formatDuration(seconds * 1_000);
  if (images !== null) return counted(images, 'image');
  if (searches !== null) return `${formatCount(searches)} ${searches === 1 ? 'search' : 'searches'}`;
  if (counts.characters !== null) return counted(counts.characters, 'character');
  const parts = [
    ...(input === null ? [] : [`${formatCount(input)} in`]),
    ...(output === null ? [] : [`${formatCount(output)} out`]),
  ];
  return parts.length === 0 ? '–' : parts.join(' · ');
}

function counted(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}
