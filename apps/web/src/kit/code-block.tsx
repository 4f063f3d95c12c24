import { Box, Code } from '@mantine/core';
import { CopyButton } from './copy-button.js';

interface CodeBlockProps {
  code: string;
  /** Describes the content, such as "the response". */
  label: string;
  copyLabel?: string;
}

/** Code with a copy button. */
export function CodeBlock({ code, label, copyLabel = `Copy ${label}` }: CodeBlockProps) {
  return (
    <Box pos="relative">
      <Code block tabIndex={0} aria-label={label} pr={44}>
        {code}
      </Code>
      <Box pos="absolute" top={6} right={6}>
        <CopyButton value={code} label={copyLabel} />
      </Box>
    </Box>
  );
}
