import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCopy, IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api, unwrapResponse } from '../../api/client.js';
import { confirm } from '../../kit/confirm/confirm.js';
import { notifySuccess, notifyError } from '../../kit/notify.js';
import { useSession } from '../../session/session-provider.js';
import { RotateTokenModal } from './rotate-token-modal.js';
import { TOKENS, type Token } from './token-queries.js';

export function TokenActions({ token }: { token: Token }) {
  const { user } = useSession();
  const { id, status, read_only: isReadOnly } = token;
  const isFromFile = token.origin === 'file';
  return (
    <>
      <Button variant="default" component={Link} to={`/requests?token=${id}`}>
        Requests
      </Button>
      <Button
        variant="default"
        component={Link}
        to={`/tokens/new?from=${id}`}
        leftSection={<IconCopy size={16} />}
      >
        Duplicate
      </Button>
      {isFromFile && status === 'active' && user?.role !== 'member' ? <RevokeButton token={token} /> : null}
      {isReadOnly || status !== 'active' ? null : (
        <>
          <RotateButton token={token} />
          <Button
            variant="default"
            component={Link}
            to={`/tokens/${id}/edit`}
            leftSection={<IconPencil size={16} />}
          >
            Edit
          </Button>
          <RevokeButton token={token} />
        </>
      )}
    </>
  );
}

function RotateButton({ token }: { token: Token }) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" onClick={open} leftSection={<IconRefresh size={16} />}>
        Rotate key
      </Button>
      <RotateTokenModal token={token} opened={opened} onClose={close} />
    </>
  );
}

function RevokeButton({ token: { id, name, origin } }: { token: Token }) {
  const client = useQueryClient();
  const revocation = useMutation({
    mutationFn: () => unwrapResponse(api.DELETE('/api/tokens/{id}', { params: { path: { id } } })),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: TOKENS });
      notifySuccess(`“${name}” is revoked.`);
    },
    onError: notifyError,
  });
  const revoke = () =>
    confirm({
      title: `Revoke “${name}”?`,
      consequence: `Requests that use it will be refused. ${
        origin === 'file'
          ? 'This overrides the config file, also after a restart, until you clear the override here.'
          : 'This cannot be undone: applications that use it need a new token.'
      }`,
      verb: 'Revoke',
      onConfirm: () => revocation.mutate(),
    });
  return (
    <Button
      color="red"
      variant="light"
      onClick={revoke}
      loading={revocation.isPending}
      leftSection={<IconTrash size={16} />}
    >
      Revoke
    </Button>
  );
}
