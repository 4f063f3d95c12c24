import { Button, Group, Modal, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Schema, getAnswer, api } from '../../../api/client.js';
import { gatewayAddress } from '../../../app/place.js';
import { CodeBlock } from '../../../kit/code-block.js';
import { ShownOnce } from '../../../kit/shown-once.js';
import { ADMIN_TOKENS } from './admin-token-queries.js';
import { NewAdminTokenForm } from './new-admin-token-form.js';

export interface NewAdminTokenModalProps {
  opened: boolean;
  onClose: () => void;
}

/** First the form, then its key: there is no second look at that. */
export function NewAdminTokenModal({ opened, onClose }: NewAdminTokenModalProps) {
  const client = useQueryClient();
  const [key, setKey] = useState<string>();
  const create = useMutation({
    mutationFn: (body: Schema<'NewAdminTokenInput'>) => getAnswer(api.POST('/api/admin-tokens', { body })),
    onSuccess: async (issued) => {
      setKey(issued.key);
      await client.invalidateQueries({ queryKey: ADMIN_TOKENS });
    },
  });
  const close = (): void => {
    onClose();
    setKey(undefined);
    create.reset();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={key === undefined ? 'Create an admin token' : 'Your admin token'}
      closeOnClickOutside={key === undefined}
      size="lg"
    >
      {key === undefined ? (
        <NewAdminTokenForm create={create} onCancel={close} />
      ) : (
        <Stack>
          <ShownOnce noun="the admin token" secret={key} />
          <CodeBlock
            label="the example"
            code={`curl ${gatewayAddress}/api/session \\\n  -H "Authorization: Bearer ${key}"`}
          />
          <Group justify="flex-end">
            <Button onClick={close}>I have copied it</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
