import { Alert, Button, Group, Text } from '@mantine/core';
import { IconBan, IconClock, IconInfoCircle, IconKey } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api, unwrapResponse } from '../../api/client.js';
import { confirm } from '../../kit/confirm/confirm.js';
import { ConfigFileNote } from '../../kit/forms/config-file-note.js';
import { notifySuccess, notifyError } from '../../kit/notify.js';
import { RelativeTime } from '../../kit/relative-time.js';
import { useSession } from '../../session/session-provider.js';
import { expiresSoon } from './token-expiry.js';
import { TOKENS, type Token } from './token-queries.js';

/** Notices at the top of a token's page. */
export function TokenNotes({ token }: { token: Token }) {
  const { status, expires_at: expiresAt, old_key: oldKey } = token;
  return (
    <>
      {token.origin === 'file' ? (
        <ConfigFileNote what="This token" entry={{ ...token, offWord: 'revoked' }} />
      ) : null}
      {token.origin === 'playground' ? <PlaygroundNote /> : null}
      {status === 'active' || isRevokedHere(token) ? null : <InactiveAlert token={token} />}
      {expiresAt !== null && expiresSoon(token) ? <ExpiryAlert token={token} at={expiresAt} /> : null}
      {status === 'active' && oldKey !== null ? <OldKeyAlert token={token} oldKey={oldKey} /> : null}
    </>
  );
}

/** A token of the config file that was revoked in the console becomes active again when the override is cleared. */
function isRevokedHere({ status, override }: Token): boolean {
  return status === 'revoked' && override !== null && override.declared;
}

function PlaygroundNote() {
  return (
    <Alert color="gray" icon={<IconInfoCircle />} title="Playground token">
      The playground uses this token for a signed-in user. Each session has its own key, which is renewed
      every hour and expires when the user signs out.
    </Alert>
  );
}

function InactiveAlert({ token: { id, status } }: { token: Token }) {
  const isExpired = status === 'expired';
  return (
    <Alert
      color={isExpired ? 'orange' : 'gray'}
      icon={isExpired ? <IconClock /> : <IconBan />}
      title={isExpired ? 'This token has expired' : 'This token is revoked'}
    >
      <Group justify="space-between">
        <Text size="sm">
          Requests with it are refused, and it cannot be changed. Create a new token to replace it.
        </Text>
        <Button size="xs" variant="default" component={Link} to={`/tokens/new?from=${id}`}>
          Duplicate token
        </Button>
      </Group>
    </Alert>
  );
}

/** Members cannot extend a token, so the button duplicates it instead. */
function ExpiryAlert({ token: { id, read_only: isReadOnly }, at }: { token: Token; at: string }) {
  const { user } = useSession();
  const canExtend = user?.role !== 'member' && !isReadOnly;
  return (
    <Alert color="orange" icon={<IconClock />} title="This token expires soon">
      <Group justify="space-between">
        <Text size="sm">
          It expires <RelativeTime at={at} />. After that, requests with it are refused, and it cannot be
          reactivated.
        </Text>
        <Button
          size="xs"
          variant="default"
          component={Link}
          to={canExtend ? `/tokens/${id}/edit` : `/tokens/new?from=${id}`}
        >
          {canExtend ? 'Change expiry' : 'Duplicate token'}
        </Button>
      </Group>
    </Alert>
  );
}

function OldKeyAlert({ token, oldKey }: { token: Token; oldKey: NonNullable<Token['old_key']> }) {
  const { id, name } = token;
  const client = useQueryClient();
  const revocation = useMutation({
    mutationFn: () => unwrapResponse(api.DELETE('/api/tokens/{id}/old-key', { params: { path: { id } } })),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: TOKENS });
      notifySuccess(`Old key of “${name}” revoked.`);
    },
    onError: notifyError,
  });
  const confirmRevocation = () =>
    confirm({
      title: 'Revoke the old key?',
      consequence: `Requests that use the key ${oldKey.hint} will be refused. This cannot be undone.`,
      verb: 'Revoke old key',
      onConfirm: () => revocation.mutate(),
    });
  return (
    <Alert color="gate" icon={<IconKey />} title="The old key is still valid">
      <Group justify="space-between">
        <Text size="sm">
          {oldKey.hint} expires <RelativeTime at={oldKey.valid_until} />. Replace it with the new key wherever
          it is still used.
        </Text>
        <Button size="xs" variant="default" onClick={confirmRevocation} loading={revocation.isPending}>
          Revoke old key
        </Button>
      </Group>
    </Alert>
  );
}
