import { Alert, Code, Group, Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { type ReactNode } from 'react';
import { CopyButton } from './copy-button.js';

export interface ShownOnceProps {
  /** What it is, as the end of a sentence: "the password". */
  noun: string;
  secret: string;
  /** What to do with it. */
  children?: ReactNode;
}

/** A secret that nobody can ask for a second time. */
export function ShownOnce({ noun, secret, children }: ShownOnceProps) {
  return (
    <Alert color="gate" icon={<IconKey />} title={`Copy ${noun} now: it is shown only this once`}>
      <Stack gap="xs">
        <Group gap="xs" wrap="nowrap">
          <Code fz="sm" flex={1} py={6} px="sm" style={{ overflowWrap: 'anywhere' }}>
            {secret}
          </Code>
          <CopyButton value={secret} label={`Copy ${noun}`} />
        </Group>
        {children === undefined ? null : <Text size="sm">{children}</Text>}
      </Stack>
    </Alert>
  );
}
