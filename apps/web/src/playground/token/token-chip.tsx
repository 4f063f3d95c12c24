import { Badge, Button, Code, Divider, Group, Popover, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown, IconKey, IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import { CallError } from '../call/call-error.js';
import { usePlaygroundToken } from '../token-context.js';
import { maskToken } from './mask-token.js';
import classes from './token-chip.module.css';
import { TokenForm } from './token-form.js';

/** The user or token that requests are sent as, and how to change it. */
export function TokenChip() {
  const { token, userName, isLoading, models, error } = usePlaygroundToken();
  const [isOpen, setIsOpen] = useState(false);
  if (isLoading) return <Skeleton h={36} w={180} aria-label="Opening the playground" />;
  if (token === undefined) return null;
  const Icon = error === null ? (userName === undefined ? IconKey : IconUser) : IconAlertTriangle;
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      width={360}
      shadow="md"
      trapFocus
      returnFocus
      withArrow
    >
      <Popover.Target>
        <Button
          variant="default"
          aria-label={`Requests are sent as ${userName ?? `token ${maskToken(token)}`}. Change`}
          leftSection={<Icon size={16} />}
          rightSection={<IconChevronDown size={14} />}
          classNames={{ root: classes.chip, label: classes.label }}
          aria-busy={models === undefined && error === null}
          data-broken={error === null ? undefined : true}
          onClick={() => setIsOpen(!isOpen)}
        >
          {userName ?? maskToken(token)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown classNames={{ dropdown: classes.dropdown }}>
        <TokenDetails onDone={() => setIsOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

function TokenDetails({ onDone }: { onDone: () => void }) {
  const { token = '', userName, canUseSession, forget } = usePlaygroundToken();
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          {userName === undefined ? <Code>{maskToken(token)}</Code> : 'Your account'}
        </Text>
        <TokenState />
      </Group>
      {userName === undefined ? (
        <>
          <RememberSwitch />
          <Button variant="default" size="xs" onClick={forget}>
            {canUseSession ? 'Use my account' : 'Forget token'}
          </Button>
        </>
      ) : (
        <Text size="sm" c="dimmed">
          You are signed in, so you need no token. Requests count against your own limits and budget.
        </Text>
      )}
      <Divider label="Use another token" labelPosition="left" />
      <TokenForm onDone={onDone} />
    </Stack>
  );
}

function TokenState() {
  const { models, error } = usePlaygroundToken();
  if (error !== null) {
    const isInvalid = error instanceof CallError && error.status === 401;
    return (
      <Badge color="red" variant="light">
        {isInvalid ? 'Invalid' : 'Could not be checked'}
      </Badge>
    );
  }
  if (models === undefined) return <Skeleton h={20} w={90} aria-label="Checking the token" />;
  return (
    <Badge color="gate" variant="light">
      {models.length === 1 ? '1 model' : `${models.length} models`}
    </Badge>
  );
}

function RememberSwitch() {
  const { isRemembered, remember } = usePlaygroundToken();
  return (
    <Switch
      size="xs"
      label="Remember in this tab"
      description="Until you close the tab. Otherwise it is forgotten when you reload the page."
      checked={isRemembered}
      onChange={(event) => remember(event.currentTarget.checked)}
    />
  );
}
