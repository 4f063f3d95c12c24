/** A part of a text. `end` is exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** Replaces the parts, which are in order and do not overlap. */
export function replaceSpans(text: string, spans: readonly Span[], replacement: string): string {
  if (spans.length === 0) return text;
  const remaining = spans.map(({ start }, index) => text.slice(spans[index - 1]?.end ?? 0, start));
  return [...remaining, text.slice(spans.at(-1)?.end)].join(replacement);
}
