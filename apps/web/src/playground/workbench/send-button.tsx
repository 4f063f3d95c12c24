import { Button, Group, Text } from '@mantine/core';
import { IconPlayerStopFilled } from '@tabler/icons-react';
import { type ReactNode } from 'react';

export interface SendButtonProps {
  call: { canSend: boolean; isPending: boolean; stop: () => void };
  /** Something to send is still missing. */
  isIncomplete?: boolean;
  /** The deed: "Make the image". */
  children: ReactNode;
}

/** Sends the form it stands in; while an answer is on its way, stops waiting for it. */
export function SendButton({ call, isIncomplete = false, children }: SendButtonProps) {
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
      {call.canSend ? null : (
        <Text size="sm" c="dimmed">
          Paste a token above first.
        </Text>
      )}
    </Group>
  );
}
