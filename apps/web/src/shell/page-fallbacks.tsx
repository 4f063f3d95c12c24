import { Button, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
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

/** Says why, rather than that there is nothing. */
export function OnlyForAdmins() {
  return (
    <Stack align="center" py="xl" gap="sm">
      <Title order={1} size="h2">
        This page is for administrators
      </Title>
      <Text c="dimmed" maw="34rem" ta="center">
        You are signed in as a member, who sees and manages what is their own: tokens, requests, tasks and
        usage. Which models you may use, and what they cost, is in the model catalogue. For anything else ask
        an administrator.
      </Text>
      <Button component={Link} to="/catalog" variant="light">
        To the model catalogue
      </Button>
    </Stack>
  );
}

/** Looks like most pages do, so that little moves when the page is there. */
export function Loading() {
  return (
    <Stack gap="lg" role="status">
      <VisuallyHidden>Loading</VisuallyHidden>
      <Stack gap="xs">
        <Skeleton h={32} w={200} />
        <Skeleton h={18} maw="36rem" />
      </Stack>
      <Skeleton h={96} />
      <Skeleton h={320} />
    </Stack>
  );
}
