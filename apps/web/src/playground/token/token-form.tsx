import { Anchor, Button, Group, PasswordInput, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { useSession } from '../../session/session-provider.js';
import { usePlaygroundToken } from '../token-context.js';

/** A field for an API token. */
export function TokenForm({ onDone }: { onDone?: () => void }) {
  const { setToken } = usePlaygroundToken();
  const [text, setText] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() === '') return;
    setToken(text.trim());
    onDone?.();
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
          flex="1 1 14rem"
        />
        <Button type="submit" disabled={text.trim() === ''}>
          Use token
        </Button>
      </Group>
      <TokenHelp />
    </form>
  );
}

function TokenHelp() {
  const { user } = useSession();
  return (
    <Text size="xs" c="dimmed" mt={6}>
      {user ? (
        <>
          No token?{' '}
          <Anchor component={Link} to="/tokens/new" inherit underline="always">
            Create one
          </Anchor>
          .
        </>
      ) : (
        <>
          Ask an administrator for a token, or{' '}
          <Anchor component={Link} to="/sign-in" state={{ from: '/playground' }} inherit underline="always">
            sign in
          </Anchor>{' '}
          to use the playground without a token.
        </>
      )}
    </Text>
  );
}
