import { Button, Center, Loader, Stack, Text, Title } from '@mantine/core';
import { Link, useRouteError } from 'react-router';

/** A page that could not be shown: most often one whose file a newer version of the gateway no longer has. */
export function Failed() {
  const error = useRouteError();
  return (
    <Stack align="center" py="xl" px="md" gap="sm" role="alert">
      <Title order={1} size="h2">
        This page could not be shown
      </Title>
      <Text c="dimmed">{error instanceof Error ? error.message : 'Something unexpected happened.'}</Text>
      <Button onClick={() => window.location.reload()}>Load it again</Button>
    </Stack>
  );
}

export function NotFound() {
  return (
    <Stack align="center" py="xl" gap="sm">
      <Title order={1} size="h2">
        There is no such page
      </Title>
      <Text c="dimmed">Its address may be mistyped, or it is not yours to see.</Text>
      <Button component={Link} to="/" variant="light">
        To the overview
      </Button>
    </Stack>
  );
}

export function Loading() {
  return (
    <Center mih="60vh">
      <Loader aria-label="Loading" />
    </Center>
  );
}
