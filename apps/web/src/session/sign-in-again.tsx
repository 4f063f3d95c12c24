import { Button, Modal, Stack, Text } from '@mantine/core';
import { consolePath } from '../app/place.js';
import { SignInForm } from './sign-in-form.js';
import { useSession } from './session-provider.js';

/** Above every other dialog. */
const Z_INDEX = 500;

/** Over a page whose session has expired: what was typed there stays. */
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
        {/* A full page load: nothing of this page is left for the other user. */}
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
