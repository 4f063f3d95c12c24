import { Box } from '@mantine/core';
import { type ReactNode } from 'react';
import { CopyButton } from '../copy-button.js';
import classes from './markdown.module.css';

/** `text` is the code without highlighting, for the copy button. */
export function MarkdownCode({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <Box pos="relative">
      {/* Long lines scroll inside the block, so it must be focusable with the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0}>{children}</pre>
      <Box className={classes.copy}>
        <CopyButton value={text.replace(/\n$/, '')} label="Copy the code" />
      </Box>
    </Box>
  );
}

export function MarkdownTable({ children }: { children?: ReactNode }) {
  return (
    <Box className={classes.wide} role="group" aria-label="Table" tabIndex={0}>
      <table>{children}</table>
    </Box>
  );
}
