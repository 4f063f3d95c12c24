import { Alert, Button, Group, Text } from '@mantine/core';
import { IconArrowBackUp, IconFileText } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, getAnswer } from '../../api/client.js';
import { useSession } from '../../session/session-provider.js';
import { tellDone, tellFailure } from '../notify.js';
import { When } from '../when.js';

interface Override {
  enabled: boolean;
  declared: boolean;
  set_by: string;
  set_at: string;
}

/** An entry of the config file that can be switched against it. */
interface SwitchableEntry {
  id: string;
  override: Override | null;
  /** What it is called to be switched off. */
  offWord: 'disabled' | 'revoked';
}

/** `what` begins the sentence: "This token". */
export function ConfigFileNote({ what, entry }: { what: string; entry?: SwitchableEntry }) {
  const override = entry?.override ?? null;
  if (entry !== undefined && override !== null && override.enabled !== override.declared) {
    return <Differs what={what} entry={entry} override={override} />;
  }
  return (
    <Alert color="gray" variant="light" icon={<IconFileText />} title="From the config file">
      {what} is described in the config file, so it can only be read here
      {entry === undefined ? '' : `, or ${entry.offWord} for as long as an incident takes`}. Change the file
      and start the gateway again to change it.
    </Alert>
  );
}

interface DiffersProps {
  what: string;
  entry: SwitchableEntry;
  override: Override;
}

function Differs({ what, entry: { id, offWord }, override }: DiffersProps) {
  const { user } = useSession();
  const [here, declared] = override.enabled ? ['enabled', offWord] : [offWord, 'enabled'];
  return (
    <Alert
      color="orange"
      icon={<IconFileText />}
      title={`Declared in the config file as ${declared}. Differs: ${here} here`}
    >
      <Group justify="space-between">
        <Text size="sm">
          {what} was {here} by {override.set_by} <When at={override.set_at} />. That counts, whatever the file
          says, until it is cleared.
        </Text>
        {user?.role === 'member' ? null : <ClearButton id={id} />}
      </Group>
    </Alert>
  );
}

function ClearButton({ id }: { id: string }) {
  const client = useQueryClient();
  const clearing = useMutation({
    mutationFn: () => getAnswer(api.DELETE('/api/config/overrides/{id}', { params: { path: { id } } })),
    onSuccess: async () => {
      await client.invalidateQueries();
      tellDone('What the config file says counts again.');
    },
    onError: tellFailure,
  });
  return (
    <Button
      size="xs"
      variant="default"
      onClick={() => clearing.mutate()}
      loading={clearing.isPending}
      leftSection={<IconArrowBackUp size={14} />}
    >
      Let the file count again
    </Button>
  );
}
