import type { components } from '../../api/schema.js';
import { formatCount, formatDuration } from '../../kit/format.js';

type Counts = components['schemas']['CountsView'];

const LABELS: Readonly<Record<keyof Counts, string>> = {
  input_tokens: 'Input tokens',
  cached_input_tokens: 'Cached input tokens',
  cache_write_tokens: 'Cache write tokens',
  cache_write_1h_tokens: 'Cache write tokens (1 hour)',
  audio_input_tokens: 'Audio input tokens',
  image_input_tokens: 'Image input tokens',
  output_tokens: 'Output tokens',
  reasoning_tokens: 'Reasoning tokens',
  audio_output_tokens: 'Audio output tokens',
  image_output_tokens: 'Image output tokens',
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

/** The recorded amounts of a request, in display order. */
export function usedAmounts(counts: Counts): UsedAmount[] {
  const names = Object.keys(LABELS) as (keyof Counts)[];
  return names.flatMap((name) => {
    const count = counts[name];
    if (count === null) return [];
    const amount = SECONDS.has(name) ? formatDuration(count * 1_000) : formatCount(count);
    return [{ name, label: LABELS[name], amount }];
  });
}

/** A short text for a table row, such as "1,234 in · 56 out". */
export function summarizeUsage(counts: Counts): string {
  const { input_tokens: input, output_tokens: output, images, search_units: searches } = counts;
  const seconds = counts.video_seconds ?? counts.audio_seconds;
  if (seconds !== null) return formatDuration(seconds * 1_000);
  if (images !== null) return formatAmount(images, 'image');
  if (searches !== null) return `${formatCount(searches)} ${searches === 1 ? 'search' : 'searches'}`;
  if (counts.characters !== null) return formatAmount(counts.characters, 'character');
  const parts = [
    ...(input === null ? [] : [`${formatCount(input)} in`]),
    ...(output === null ? [] : [`${formatCount(output)} out`]),
  ];
  return parts.length === 0 ? '–' : parts.join(' · ');
}

function formatAmount(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}
