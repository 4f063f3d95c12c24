import { Alert, Code, Group, Stack, Text, Title } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { CopyButton } from './copy-button.js';
import { useLeaveWarning } from './leaving/use-leave-warning.js';

export interface ShownOnceProps {
  /** What it is, as the end of a sentence: "the password". */
  noun: string;
  secret: string;
  /** What to do with it. */
  children?: ReactNode;
}

/** A secret that is never shown again. Leaving the page before it is copied asks for confirmation. */
export function ShownOnce({ noun, secret, children }: ShownOnceProps) {
  const copied = useRef<string>(undefined);
  const onCopied = (): void => {
    copied.current = secret;
  };
  useLeaveWarning({
    isHeld: () => secret !== '' && copied.current !== secret,
    title: `Leave without copying ${noun}?`,
    consequence: 'It will not be shown again.',
    verb: 'Leave without copying',
    // The playground receives the key with the navigation.
    mayLeaveTo: ({ state }) => (state as { token?: string } | null)?.token === secret,
  });
  return (
    <Alert
      color="gate"
      icon={<IconKey />}
      title={<Heading>{`Copy ${noun} now. It will not be shown again.`}</Heading>}
      data-shown-once
    >
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

/** Takes the focus, which was on a button that is gone. The first secret of a page keeps it. */
function Heading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement?.closest('[data-shown-once]') == null) heading.current?.focus();
  }, []);
  return (
    <Title order={2} fz="inherit" lh="inherit" ref={heading} tabIndex={-1}>
      {children}
    </Title>
  );
}
