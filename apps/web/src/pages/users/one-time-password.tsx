import { Button, Group, Modal, Stack } from '@mantine/core';
import { leaveAfterWarning } from '../../kit/leaving/ask-before-leaving.js';
import { OneTimeSecret } from '../../kit/one-time-secret.js';

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
      onClose={() => leaveAfterWarning(onClose)}
      title={`One-time password for ${issued?.email ?? ''}`}
      closeOnClickOutside={false}
      size="lg"
    >
      <Stack>
        <OneTimeSecret noun="the password" secret={issued?.password ?? ''}>
          Share it with {issued?.email} over a secure channel. They choose their own password at the first
          sign-in.
        </OneTimeSecret>
        <Group justify="flex-end">
          <Button onClick={onClose}>I have copied it</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
