import { Box, Code } from '@mantine/core';
import { CopyButton } from './copy-button.js';

/** Text to copy into a program or a shell. `label` says what it is: "the example for curl". */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <Box pos="relative">
      <Code block tabIndex={0} aria-label={label} pr={44}>
        {code}
      </Code>
      <Box pos="absolute" top={6} right={6}>
        <CopyButton value={code} label={`Copy ${label}`} />
      </Box>
    </Box>
  );
}
