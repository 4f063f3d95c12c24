import { Button, Group, Text } from '@mantine/core';
import { IconPlayerStopFilled } from '@tabler/icons-react';
import { type ReactNode } from 'react';
import { useTokenHint } from '../token-context.js';

export interface SendButtonProps {
  call: { canSend: boolean; isPending: boolean; stop: () => void };
  /** Whether a required value is missing. */
  isIncomplete?: boolean;
  /** The action, such as "Create image". */
  children: ReactNode;
}

/** The submit button of a form, with a button to stop while the response is loading. */
export function SendButton({ call, isIncomplete = false, children }: SendButtonProps) {
  const hint = useTokenHint();
  return (
    <Group gap="sm" mt="xs">
      <Button type="submit" loading={call.isPending} disabled={!call.canSend || isIncomplete}>
        {children}
      </Button>
      {call.isPending ? (
        <Button variant="default" leftSection={<IconPlayerStopFilled size={14} />} onClick={call.stop}>
          Stop
        </Button>
      ) : null}
      {hint === undefined ? null : (
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      )}
    </Group>
  );
}
