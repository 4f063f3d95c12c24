import { Alert, Code, Group, Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { CopyButton } from './copy-button.js';
import { useLeaveWarning } from './leaving/use-leave-warning.js';

export interface ShownOnceProps {
  /** What it is, as the end of a sentence: "the password". */
  noun: string;
  secret: string;
  /** What to do with it. */
  children?: ReactNode;
}

/** A secret that nobody can ask for a second time. Whoever leaves without having copied it is asked first. */
export function ShownOnce({ noun, secret, children }: ShownOnceProps) {
  const copied = useRef<string>(undefined);
  const onCopied = (): void => {
    copied.current = secret;
  };
  useLeaveWarning({
    isHeld: () => secret !== '' && copied.current !== secret,
    title: `Leave without copying ${noun}?`,
    consequence: 'It is shown only this once: nobody can look it up later.',
    verb: 'Leave without it',
    // The playground is given the key along the way.
    mayLeaveTo: ({ state }) => (state as { token?: string } | null)?.token === secret,
  });
  return (
    <Alert color="gate" icon={<IconKey />} title={`Copy ${noun} now: it is shown only this once`}>
      <Stack gap="xs">
        <Group gap="xs" wrap="nowrap">
          <Code fz="sm" flex={1} py={6} px="sm" style={{ overflowWrap: 'anywhere' }} onCopy={onCopied}>
            {secret}
          </Code>
          <CopyButton value={secret} label={`Copy ${noun}`} onCopied={onCopied} />
        </Group>
        {children === undefined ? null : <Text size="sm">{children}</Text>}
      </Stack>
    </Alert>
  );
}
