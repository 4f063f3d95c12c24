import { Alert, Button, Group, Text } from '@mantine/core';
import { IconBan, IconClock, IconInfoCircle, IconKey } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api, getAnswer } from '../../api/client.js';
import { confirm } from '../../kit/confirm.js';
import { ConfigFileNote } from '../../kit/forms/config-file-note.js';
import { tellDone, tellFailure } from '../../kit/notify.js';
import { When } from '../../kit/when.js';
import { useSession } from '../../session/session-provider.js';
import { expiresSoon } from './token-expiry.js';
import { TOKENS, type Token } from './token-queries.js';

/** What somebody who looks at a token should know before anything else. */
export function TokenNotes({ token }: { token: Token }) {
  const { status, expires_at: expiresAt, old_key: oldKey } = token;
  return (
    <>
      {token.origin === 'file' ? (
        <ConfigFileNote what="This token" entry={{ ...token, offWord: 'revoked' }} />
      ) : null}
      {token.origin === 'playground' ? <OfPlayground /> : null}
      {status === 'active' || isRevokedHere(token) ? null : <Ended token={token} />}
      {expiresAt !== null && expiresSoon(token) ? <ExpiresSoon token={token} at={expiresAt} /> : null}
      {status === 'active' && oldKey !== null ? <OldKey token={token} oldKey={oldKey} /> : null}
    </>
  );
}

/** Then it comes back when the config file counts again. */
function isRevokedHere({ status, override }: Token): boolean {
  return status === 'revoked' && override !== null && override.declared;
}

function OfPlayground() {
  return (
    <Alert color="gray" icon={<IconInfoCircle />} title="Made for the playground">
      Somebody who is signed in uses the playground with it. Its key is different in every session, is good
      for an hour at a time, and ends when they sign out.
    </Alert>
  );
}

function Ended({ token: { id, status } }: { token: Token }) {
  const isExpired = status === 'expired';
  return (
    <Alert
      color={isExpired ? 'orange' : 'gray'}
      icon={isExpired ? <IconClock /> : <IconBan />}
      title={isExpired ? 'This token has expired' : 'This token is revoked'}
    >
      <Group justify="space-between">
        <Text size="sm">
          Requests with it are refused, and it stays as it is. Create another where one is needed.
        </Text>
        <Button size="xs" variant="default" component={Link} to={`/tokens/new?from=${id}`}>
          New token with the same settings
        </Button>
      </Group>
    </Alert>
  );
}

/** A member can only make a token end sooner, and needs another one instead. */
function ExpiresSoon({ token: { id, read_only: isOfFile }, at }: { token: Token; at: string }) {
  const { user } = useSession();
  const mayExtend = user?.role !== 'member' && !isOfFile;
  return (
    <Alert color="orange" icon={<IconClock />} title="This token expires soon">
      <Group justify="space-between">
        <Text size="sm">
          It ends <When at={at} />. From then on requests with it are refused, and it cannot be brought back.
        </Text>
        <Button
          size="xs"
          variant="default"
          component={Link}
          to={mayExtend ? `/tokens/${id}/edit` : `/tokens/new?from=${id}`}
        >
          {mayExtend ? 'Change when it expires' : 'New token with the same settings'}
        </Button>
      </Group>
    </Alert>
  );
}

function OldKey({ token, oldKey }: { token: Token; oldKey: NonNullable<Token['old_key']> }) {
  const { id, name } = token;
  const client = useQueryClient();
  const ending = useMutation({
    mutationFn: () => getAnswer(api.DELETE('/api/tokens/{id}/old-key', { params: { path: { id } } })),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: TOKENS });
      tellDone(`The old key of “${name}” is refused from now on.`);
    },
    onError: tellFailure,
  });
  const end = () =>
    confirm({
      title: 'End the old key?',
      consequence: `Requests with the key ${oldKey.hint} are refused from now on. This cannot be undone.`,
      verb: 'End it',
      onConfirm: () => ending.mutate(),
    });
  return (
    <Alert color="gate" icon={<IconKey />} title="The old key still works">
      <Group justify="space-between">
        <Text size="sm">
          {oldKey.hint} ends <When at={oldKey.valid_until} />. Give the new key to whatever still uses it.
        </Text>
        <Button size="xs" variant="default" onClick={end} loading={ending.isPending}>
          End it now
        </Button>
      </Group>
    </Alert>
  );
}
