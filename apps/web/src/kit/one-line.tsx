import { Box, type BoxProps } from '@mantine/core';
import { type ReactNode } from 'react';
import classes from './one-line.module.css';

interface OneLineProps extends Pick<BoxProps, 'maw' | 'miw'> {
  /** The full text, shown as a tooltip. */
  text: string;
  /** The content, if it is more than the text, such as a link. */
  children?: ReactNode;
}

/** Truncates a text to one line, so that long names do not change the size of a table. */
export function OneLine({ text, children = text, ...size }: OneLineProps) {
  return (
    <Box className={classes.line} title={text} {...size}>
      {children}
    </Box>
  );
}
