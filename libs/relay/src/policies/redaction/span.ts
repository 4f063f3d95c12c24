/** A part of a text: from its first character to behind its last. */
export interface Span {
  start: number;
  end: number;
}

/** The text with each part replaced; the parts are in order and do not overlap. */
export function replaceSpans(text: string, spans: readonly Span[], replacement: string): string {
  if (spans.length === 0) return text;
  const kept = spans.map(({ start }, index) => text.slice(spans[index - 1]?.end ?? 0, start));
  return [...kept, text.slice(spans.at(-1)?.end)].join(replacement);
}
