export const RESPONSE_FORMATS = ['verbose_json', 'json', 'text', 'srt', 'vtt'] as const;
export type ResponseFormat = (typeof RESPONSE_FORMATS)[number];

export interface Segment {
  startSeconds: number;
  endSeconds: number;
  text: string;
}

export interface Transcript {
  text: string;
  language?: string;
  durationSeconds?: number;
  segments: Segment[];
  words: Segment[];
}

interface TranscriptionBody {
  text?: string;
  language?: string;
  duration?: number;
  segments?: readonly { start: number; end: number; text: string }[];
  words?: readonly { start: number; end: number; word: string }[];
}

/** What was understood, from an answer in any of the formats. Those that are no JSON are text as they come. */
export function parseTranscript(answer: string, format: ResponseFormat): Transcript {
  if (format !== 'json' && format !== 'verbose_json') {
    return { text: answer.trimEnd(), segments: [], words: [] };
  }
  const body = JSON.parse(answer) as TranscriptionBody;
  return {
    text: body.text ?? '',
    language: body.language,
    durationSeconds: body.duration,
    segments: (body.segments ?? []).map(({ start, end, text }) => segment(start, end, text)),
    words: (body.words ?? []).map(({ start, end, word }) => segment(start, end, word)),
  };
}

function segment(startSeconds: number, endSeconds: number, text: string): Segment {
  return { startSeconds, endSeconds, text: text.trim() };
}

/** "1:02.50" */
export function formatMoment(seconds: number): string {
  const hundredths = Math.round(seconds * 100);
  const minutes = Math.floor(hundredths / 6_000);
  return `${minutes}:${((hundredths % 6_000) / 100).toFixed(2).padStart(5, '0')}`;
}
