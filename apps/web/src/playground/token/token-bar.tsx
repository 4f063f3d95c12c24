import { Button, Group, Paper, PasswordInput, Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { useSession } from '../../session/session-provider.js';
import { ShownError } from '../shown-error.js';
import { usePlaygroundToken } from '../token-context.js';
import { TokenStatus } from './token-status.js';

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
