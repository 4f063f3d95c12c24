import { Button, Group, Text } from '@mantine/core';
import { IconPlayerStopFilled } from '@tabler/icons-react';
import { type ReactNode } from 'react';
import { useTokenHint } from '../token-context.js';

export interface SendButtonProps {
  call: { canSend: boolean; isPending: boolean; stop: () => void };
  /** Something to send is still missing. */
  isIncomplete?: boolean;
  /** The action: "Create image". */
  children: ReactNode;
}

/** Submits its form. While the response is loading, it offers to stop. */
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
