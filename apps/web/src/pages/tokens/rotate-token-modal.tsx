import { Alert, Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, unwrapResponse } from '../../api/client.js';
import { Failure } from '../../kit/failure.js';
import { leaveAfterWarning } from '../../kit/leaving/ask-before-leaving.js';
import { OneTimeSecret } from '../../kit/one-time-secret.js';
import { RelativeTime } from '../../kit/relative-time.js';
import { ClientSetup } from './setup/client-setup.js';
import { TOKENS, type Token } from './token-queries.js';

interface RotateTokenModalProps {
  token: Token;
  opened: boolean;
  onClose: () => void;
}

const DEFAULT_GRACE = '86400';

const GRACE_PERIODS = [
  { value: '0', label: '0 (revoke now)' },
  { value: '3600', label: '1 hour' },
  { value: DEFAULT_GRACE, label: '24 hours' },
  { value: '604800', label: '7 days' },
  { value: '2592000', label: '30 days' },
];

/** The dialog to rotate a key: asks how long the old key stays valid, then shows the new key once. */
export function RotateTokenModal({ token, opened, onClose }: RotateTokenModalProps) {
  const { id, name } = token;
  const client = useQueryClient();
  const [grace, setGrace] = useState(DEFAULT_GRACE);
  const rotation = useMutation({
    mutationFn: () =>
      unwrapResponse(
        api.POST('/api/tokens/{id}/rotate', {
          params: { path: { id } },
          body: { grace_seconds: Number(grace) },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: TOKENS }),
  });
  const close = (): void => {
    onClose();
    rotation.reset();
    setGrace(DEFAULT_GRACE);
  };
  return (
    <Modal
      opened={opened}
      onClose={() => leaveAfterWarning(close)}
      closeOnClickOutside={rotation.data === undefined}
      title={rotation.data === undefined ? `Rotate the key of “${name}”` : 'New key'}
      size="lg"
    >
      {rotation.data === undefined ? (
        <Stack>
          <Text size="sm">
            The token keeps its settings, budget and history. Every application that uses it needs the new
            key.
          </Text>
          <Select
            label="Keep the old key valid for"
            data={GRACE_PERIODS}
            value={grace}
            allowDeselect={false}
            onChange={(chosen) => chosen !== null && setGrace(chosen)}
          />
          {token.old_key === null ? null : <PreviousKeyAlert oldKey={token.old_key} />}
          {rotation.error === null ? null : <Failure error={rotation.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button loading={rotation.isPending} onClick={() => rotation.mutate()}>
              Rotate key
            </Button>
          </Group>
        </Stack>
      ) : (
        <NewKey token={rotation.data} tokenKey={rotation.data.key} onDone={close} />
      )}
    </Modal>
  );
}

function PreviousKeyAlert({
  oldKey: { hint, valid_until: until },
}: {
  oldKey: NonNullable<Token['old_key']>;
}) {
  return (
    <Alert color="orange" icon={<IconAlertTriangle />}>
      The previous key {hint} is still valid and expires <RelativeTime at={until} />. Rotating again revokes
      it immediately.
    </Alert>
  );
}

function NewKey({ token, tokenKey, onDone }: { token: Token; tokenKey: string; onDone: () => void }) {
  return (
    <Stack>
      <OneTimeSecret noun="the key" secret={tokenKey}>
        {token.old_key === null ? (
          'The old key is no longer valid.'
        ) : (
          <>
            The old key {token.old_key.hint} expires <RelativeTime at={token.old_key.valid_until} />.
          </>
        )}
      </OneTimeSecret>
      <ClientSetup token={token} tokenKey={tokenKey} />
      <Group justify="flex-end">
        <Button onClick={onDone}>Done</Button>
      </Group>
    </Stack>
  );
}
