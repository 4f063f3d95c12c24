import { Button, Modal, Stack, Text } from '@mantine/core';
import { consolePath } from '../app/addresses.js';
import { SignInForm } from './sign-in-form.js';
import { useSession } from './session-provider.js';

/** Above all other dialogs. */
const Z_INDEX = 500;

/** The sign-in dialog over a page whose session has expired. The page keeps its state. */
export function SignInAgain({ email }: { email: string }) {
  const { resume } = useSession();
  return (
    <Modal
      opened
      onClose={() => undefined}
      title="Your session has expired"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      zIndex={Z_INDEX}
      centered
    >
      <Stack>
        <Text size="sm">Sign in again to continue. Nothing that you entered on this page is lost.</Text>
        <SignInForm email={email} onSignedIn={resume} />
        {/* A full page load, so that no data of this user stays in memory. */}
        <Button
          variant="subtle"
          color="gray"
          onClick={() => window.location.assign(`${consolePath}/sign-in`)}
        >
          Sign in as another user
        </Button>
      </Stack>
    </Modal>
  );
}
