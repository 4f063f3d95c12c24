import { Button, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { Link, useRouteError } from 'react-router';
import { canReachGateway } from '../api/connection.js';
import { ChunkLoadError } from '../kit/load-chunk.js';

/** Replaces a page that could not be loaded or rendered. */
export function Failed() {
  const error = useRouteError();
  if (error instanceof ChunkLoadError && error.isUnreachable) return <Unreachable />;
  return error instanceof ChunkLoadError ? (
    <Problem title="The console has been updated" action="Reload" onAction={reload}>
      Reload the page to get the new version.
    </Problem>
  ) : (
    <Problem title="This page could not be displayed" action="Reload" onAction={reload}>
      {error instanceof Error ? error.message : 'An unexpected error occurred.'}
    </Problem>
  );
}

/** Reloads only if the gateway responds. Otherwise the browser would replace the console with its own error page. */
function Unreachable() {
  const [isChecking, setIsChecking] = useState(false);
  const retry = async (): Promise<void> => {
    setIsChecking(true);
    if (await canReachGateway()) reload();
    setIsChecking(false);
  };
  return (
    <Problem
      title="Cannot reach the gateway"
      action="Try again"
      onAction={() => void retry()}
      isBusy={isChecking}
    >
      Check your network connection and that the gateway is running.
    </Problem>
  );
}

interface ProblemProps {
  title: string;
  action: string;
  onAction: () => void;
  isBusy?: boolean;
  children: string;
}

function Problem({ title, action, onAction, isBusy, children }: ProblemProps) {
  return (
    <Stack align="center" py="xl" px="md" gap="sm" role="alert">
      <Title order={1} size="h2">
        {title}
      </Title>
      <Text c="dimmed">{children}</Text>
      <Button onClick={onAction} loading={isBusy}>
        {action}
      </Button>
    </Stack>
  );
}

function reload(): void {
  window.location.reload();
}

interface NotFoundProps {
  /** The label of the link to the start page. */
  home?: string;
}

export function NotFound({ home = 'Go to the overview' }: NotFoundProps) {
  return (
    <Stack align="center" py="xl" gap="sm">
      <Title order={1} size="h2">
        Page not found
      </Title>
      <Text c="dimmed">There is no page at this address.</Text>
      <Button component={Link} to="/" variant="light">
        {home}
      </Button>
    </Stack>
  );
}

/** Shown to members instead of a page for administrators. */
export function OnlyForAdmins() {
  return (
    <Stack align="center" py="xl" gap="sm">
      <Title order={1} size="h2">
        This page is for administrators
      </Title>
      <Text c="dimmed" maw="34rem" ta="center">
        You are signed in as a member. Members can manage their tokens and see their requests, tasks and
        usage. The model catalog lists the models that you may use and their prices. For anything else, ask an
        administrator.
      </Text>
      <Button component={Link} to="/catalog" variant="light">
        Go to the model catalog
      </Button>
    </Stack>
  );
}

/** Looks like most pages, to keep the layout shift small when the page is loaded. */
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
