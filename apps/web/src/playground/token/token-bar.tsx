import {
  Badge,
  Button,
  Code,
  Group,
  HoverCard,
  List,
  Paper,
  PasswordInput,
  ScrollArea,
  Skeleton,
  Stack,
  Switch,
  Text,
  Tooltip,
  UnstyledButton,
} from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconKey } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { useSession } from '../../session/session-provider.js';
import { CallError } from '../call/call-error.js';
import { ShownError } from '../shown-error.js';
import { usePlaygroundToken } from '../token-context.js';
import { maskToken } from './mask-token.js';
import { type PlaygroundModel } from './playground-model.js';

/** Where a token is pasted, and whether it works. */
export function TokenBar() {
  const { token, error, check } = usePlaygroundToken();
  return (
    <Stack gap="sm">
      <Paper withBorder p="md">
        {token === undefined ? <TokenForm /> : <TokenStatus />}
      </Paper>
      {error === null ? null : <ShownError error={error} onRetry={check} />}
    </Stack>
  );
}

function TokenForm() {
  const { use: take } = usePlaygroundToken();
  const [text, setText] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() !== '') take(text.trim());
  };
  return (
    <form onSubmit={submit}>
      <Group align="flex-end" gap="sm">
        <PasswordInput
          label="API token"
          placeholder="sk-mg-…"
          leftSection={<IconKey size={16} />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          flex="1 1 16rem"
        />
        <Button type="submit" disabled={text.trim() === ''}>
          Use this token
        </Button>
      </Group>
      <WhereToGetOne />
    </form>
  );
}

function WhereToGetOne() {
  const { user } = useSession();
  return (
    <Text size="xs" c="dimmed" mt={6}>
      {user ? (
        <>
          None at hand? <Link to="/tokens">Create one on the Tokens page</Link>.
        </>
      ) : (
        'Ask whoever runs this gateway for one. No sign-in is needed here.'
      )}
    </Text>
  );
}

/** The token in use: whether it works, and for what. */
function TokenStatus() {
  const { token = '', models, error, isChecking, forget } = usePlaygroundToken();
  return (
    <Group justify="space-between" gap="sm">
      <Group gap="sm" miw={0} aria-live="polite">
        <Text size="sm" fw={600}>
          API token
        </Text>
        <Code>{maskToken(token)}</Code>
        {error === null ? null : <BrokenBadge error={error} />}
        {models === undefined ? null : <Models models={models} />}
        {isChecking && models === undefined ? (
          <Skeleton h={20} w={120} aria-label="Checking the token" />
        ) : null}
      </Group>
      <Group gap="md">
        <RememberSwitch />
        <Button size="xs" variant="default" onClick={forget}>
          Use another token
        </Button>
      </Group>
    </Group>
  );
}

function RememberSwitch() {
  const { isRemembered, remember } = usePlaygroundToken();
  return (
    <Tooltip
      label="Off: the token stays in this page's memory, and is gone when you close it."
      multiline
      maw={280}
    >
      <Switch
        size="xs"
        label="Remember in this browser"
        checked={isRemembered}
        onChange={(event) => remember(event.currentTarget.checked)}
      />
    </Tooltip>
  );
}

function BrokenBadge({ error }: { error: Error }) {
  const isRefused = error instanceof CallError && error.status === 401;
  return (
    <Badge color="red" variant="light" leftSection={<IconAlertTriangle size={12} />}>
      {isRefused ? 'Does not work' : 'Could not be checked'}
    </Badge>
  );
}

function Models({ models }: { models: readonly PlaygroundModel[] }) {
  const count = models.length === 1 ? '1 model' : `${models.length} models`;
  return (
    <>
      <Badge color="gate" variant="light" leftSection={<IconCheck size={12} />}>
        Works
      </Badge>
      <HoverCard withArrow shadow="md" position="bottom-start">
        <HoverCard.Target>
          <UnstyledButton>
            <Text size="sm" td="underline dotted">
              {count}
            </Text>
          </UnstyledButton>
        </HoverCard.Target>
        <HoverCard.Dropdown>
          {models.length === 0 ? (
            <Text size="sm">The gateway has no model for this token: add a channel, or widen its list.</Text>
          ) : (
            <ScrollArea.Autosize mah={280} type="auto">
              <List size="sm" listStyleType="none">
                {models.map(({ id }) => (
                  <List.Item key={id}>
                    <Code>{id}</Code>
                  </List.Item>
                ))}
              </List>
            </ScrollArea.Autosize>
          )}
        </HoverCard.Dropdown>
      </HoverCard>
    </>
  );
}
