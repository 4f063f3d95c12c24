import { Button, Group, Modal, Stack } from '@mantine/core';
import { leaveIfNothingIsLost } from '../../kit/leaving/ask-before-leaving.js';
import { ShownOnce } from '../../kit/shown-once.js';

export interface IssuedPassword {
  email: string;
  password: string;
}

export interface OneTimePasswordProps {
  issued: IssuedPassword | undefined;
  onClose: () => void;
}

/** A click outside does not close the dialog, because the password is shown only once. */
export function OneTimePassword({ issued, onClose }: OneTimePasswordProps) {
  return (
    <Modal
      opened={issued !== undefined}
      onClose={() => leaveIfNothingIsLost(onClose)}
      title={`One-time password for ${issued?.email ?? ''}`}
      closeOnClickOutside={false}
      size="lg"
    >
      <Stack>
        <ShownOnce noun="the password" secret={issued?.password ?? ''}>
          Share it with {issued?.email} over a secure channel. They choose their own password at the first
          sign-in.
        </ShownOnce>
        <Group justify="flex-end">
          <Button onClick={onClose}>I have copied it</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
