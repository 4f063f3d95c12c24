import { Textarea, type TextareaProps } from '@mantine/core';

interface GrowingTextareaProps extends Omit<TextareaProps, 'autosize' | 'rows' | 'styles'> {
  minRows?: number;
  maxRows?: number;
}

/** Older versions of Safari and Firefox cannot; measuring the text by script is far slower. */
const CAN_GROW_BY_ITSELF = CSS.supports('field-sizing', 'content');

/** As high as its text, within limits. */
export function GrowingTextarea({ minRows = 1, maxRows, ...props }: GrowingTextareaProps) {
  if (!CAN_GROW_BY_ITSELF) return <Textarea autosize minRows={minRows} maxRows={maxRows} {...props} />;
  const input = {
    fieldSizing: 'content',
    minHeight: `max(var(--input-height), ${toHeight(minRows)})`,
    maxHeight: maxRows === undefined ? undefined : toHeight(maxRows),
  } as const;
  return <Textarea styles={{ input }} {...props} />;
}

/** With about what a field has as its padding. */
function toHeight(rows: number): string {
  return `calc(${rows} * 1lh + 1em)`;
}
