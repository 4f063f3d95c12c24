import { Textarea, type TextareaProps } from '@mantine/core';

interface GrowingTextareaProps extends Omit<TextareaProps, 'autosize' | 'rows' | 'styles'> {
  minRows?: number;
  maxRows?: number;
}

/** Older versions of Safari and Firefox do not support it. Measuring the text with a script is much slower. */
const SUPPORTS_FIELD_SIZING = CSS.supports('field-sizing', 'content');

/** A textarea that is as high as its text, between `minRows` and `maxRows`. */
export function GrowingTextarea({ minRows = 1, maxRows, ...props }: GrowingTextareaProps) {
  if (!SUPPORTS_FIELD_SIZING) return <Textarea autosize minRows={minRows} maxRows={maxRows} {...props} />;
  const input = {
    fieldSizing: 'content',
    minHeight: `max(var(--input-height), ${toHeight(minRows)})`,
    maxHeight: maxRows === undefined ? undefined : toHeight(maxRows),
  } as const;
  return <Textarea styles={{ input }} {...props} />;
}

/** The `1em` is about the vertical padding of a field. */
function toHeight(rows: number): string {
  return `calc(${rows} * 1lh + 1em)`;
}
