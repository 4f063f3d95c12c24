import { Box, type BoxProps } from '@mantine/core';
import { type ReactNode } from 'react';
import classes from './one-line.module.css';

interface OneLineProps extends Pick<BoxProps, 'maw' | 'miw'> {
  /** The whole text, shown when the pointer rests on what is cut off. */
  text: string;
  /** What is shown, where it is more than the text, such as a link. */
  children?: ReactNode;
}

/** A text of any length on one line, cut off with an ellipsis, so that no name decides how wide or tall a table is. */
export function OneLine({ text, children = text, ...size }: OneLineProps) {
  return (
    <Box className={classes.line} title={text} {...size}>
      {children}
    </Box>
  );
}
