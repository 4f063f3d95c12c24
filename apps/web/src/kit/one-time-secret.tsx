import { Alert, Code, Group, Stack, Text, Title } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { CopyButton } from './copy-button.js';
import { useLeaveWarning } from './leaving/use-leave-warning.js';

export interface OneTimeSecretProps {
  /** The noun for the secret, with article, such as "the password". */
  noun: string;
  secret: string;
  /** Tells the user what to do with the secret. */
  children?: ReactNode;
}

/** Shows a secret that cannot be shown again. Asks for confirmation if the user leaves before copying it. */
export function OneTimeSecret({ noun, secret, children }: OneTimeSecretProps) {
  const copied = useRef<string>(undefined);
  const onCopied = (): void => {
    copied.current = secret;
  };
  useLeaveWarning({
    isActive: () => secret !== '' && copied.current !== secret,
    title: `Leave without copying ${noun}?`,
    consequence: 'It will not be shown again.',
    verb: 'Leave without copying',
    // The playground receives the key in the navigation state.
    canLeaveTo: ({ state }) => (state as { token?: string } | null)?.token === secret,
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

/** Takes the focus, because the focused submit button was removed. If a page shows several secrets, the first one has it. */
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
