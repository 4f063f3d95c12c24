import { Button, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { ShownOnce } from '../../kit/shown-once.js';

/** Made up by the gateway for a webhook that came without one. */
export function NewWebhookSecret({ secret, doneTo }: { secret: string; doneTo: string }) {
  return (
    <Stack maw="48rem">
      <ShownOnce noun="the webhook secret" secret={secret}>
        The token is changed. Calls to its webhook are signed with this.
      </ShownOnce>
      <div>
        <Button component={Link} to={doneTo}>
          Done
        </Button>
      </div>
    </Stack>
  );
}
