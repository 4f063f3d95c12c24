import { Alert, Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, getAnswer } from '../../api/client.js';
import { Failure } from '../../kit/failure.js';
import { leaveIfNothingIsLost } from '../../kit/leaving/ask-before-leaving.js';
import { ShownOnce } from '../../kit/shown-once.js';
import { When } from '../../kit/when.js';
import { TOKENS, type Token } from './token-queries.js';

interface RotateTokenModalProps {
  token: Token;
  opened: boolean;
  onClose: () => void;
}

const DEFAULT_GRACE = '86400';

const GRACES = [
  { value: '0', label: 'Not at all: it ends at once' },
  { value: '3600', label: 'For an hour' },
  { value: DEFAULT_GRACE, label: 'For 24 hours' },
  { value: '604800', label: 'For 7 days' },
  { value: '2592000', label: 'For 30 days' },
];

/** First how long the old key goes on, then the new one: there is no second look at that. */
export function RotateTokenModal({ token, opened, onClose }: RotateTokenModalProps) {
  const { id, name } = token;
  const client = useQueryClient();
  const [grace, setGrace] = useState(DEFAULT_GRACE);
  const rotation = useMutation({
    mutationFn: () =>
      getAnswer(
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
      onClose={() => leaveIfNothingIsLost(close)}
      closeOnClickOutside={rotation.data === undefined}
      title={rotation.data === undefined ? `A new key for “${name}”` : 'The new key'}
      size="lg"
    >
      {rotation.data === undefined ? (
        <Stack>
          <Text size="sm">
            The token keeps its settings, budget and history. Applications that use it have to be given the
            new key.
          </Text>
          <Select
            label="The old key goes on working"
            data={GRACES}
            value={grace}
            allowDeselect={false}
            onChange={(chosen) => chosen !== null && setGrace(chosen)}
          />
          {token.old_key === null ? null : <EarlierKey oldKey={token.old_key} />}
          {rotation.error === null ? null : <Failure error={rotation.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button loading={rotation.isPending} onClick={() => rotation.mutate()}>
              Rotate the key
            </Button>
          </Group>
        </Stack>
      ) : (
        <NewKey token={rotation.data} tokenKey={rotation.data.key} onDone={close} />
      )}
    </Modal>
  );
}

function EarlierKey({ oldKey: { hint, valid_until: until } }: { oldKey: NonNullable<Token['old_key']> }) {
  return (
    <Alert color="orange" icon={<IconAlertTriangle />}>
      There is an old key already: {hint}, which ends <When at={until} />. Rotating again ends it at once.
    </Alert>
  );
}

function NewKey({ token, tokenKey, onDone }: { token: Token; tokenKey: string; onDone: () => void }) {
  return (
    <Stack>
      <ShownOnce noun="the key" secret={tokenKey}>
        {token.old_key === null ? (
          'The old key is refused from now on.'
        ) : (
          <>
            The old key {token.old_key.hint} ends <When at={token.old_key.valid_until} />.
          </>
        )}
      </ShownOnce>
      <Group justify="flex-end">
        <Button onClick={onDone}>I have copied it</Button>
      </Group>
    </Stack>
  );
}
