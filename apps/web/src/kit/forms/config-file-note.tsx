import { Alert, Button, Group, Text } from '@mantine/core';
import { IconArrowBackUp, IconFileText } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrapResponse } from '../../api/client.js';
import { useSession } from '../../session/session-provider.js';
import { notifySuccess, notifyError } from '../notify.js';
import { RelativeTime } from '../relative-time.js';

interface Override {
  enabled: boolean;
  declared: boolean;
  set_by: string;
  set_at: string;
}

/** An entry of the config file that can be enabled or disabled in the console, which overrides the file. */
interface SwitchableEntry {
  id: string;
  override: Override | null;
  /** How the console calls an entry that is not enabled. */
  offWord: 'disabled' | 'revoked';
}

/** `what` is the start of a sentence, such as "This token". */
export function ConfigFileNote({ what, entry }: { what: string; entry?: SwitchableEntry }) {
  const override = entry?.override ?? null;
  if (entry !== undefined && override !== null && override.enabled !== override.declared) {
    return <OverrideNote what={what} entry={entry} override={override} />;
  }
  return (
    <Alert color="gray" variant="light" icon={<IconFileText />} title="From the config file">
      {what} is declared in the config file. To change it, edit the file and restart the gateway.
      {entry === undefined
        ? ''
        : ` You can ${OFF_VERBS[entry.offWord]} it here, for example during an incident, without editing the file.`}
    </Alert>
  );
}

const OFF_VERBS = { disabled: 'disable', revoked: 'revoke' } as const;

interface OverrideNoteProps {
  what: string;
  entry: SwitchableEntry;
  override: Override;
}

function OverrideNote({ what, entry: { id, offWord }, override }: OverrideNoteProps) {
  const { user } = useSession();
  const [here, declared] = override.enabled ? ['enabled', offWord] : [offWord, 'enabled'];
  return (
    <Alert
      color="orange"
      icon={<IconFileText />}
      title={`Overridden: ${here} here, ${declared} in the config file`}
    >
      <Group justify="space-between">
        <Text size="sm">
          {what} was {here} by {override.set_by} <RelativeTime at={override.set_at} />. This overrides the
          config file until it is cleared.
        </Text>
        {user?.role === 'member' ? null : <ClearButton id={id} />}
      </Group>
    </Alert>
  );
}

function ClearButton({ id }: { id: string }) {
  const client = useQueryClient();
  const clearOverride = useMutation({
    mutationFn: () => unwrapResponse(api.DELETE('/api/config/overrides/{id}', { params: { path: { id } } })),
    onSuccess: async () => {
      await client.invalidateQueries();
      notifySuccess('Override cleared.');
    },
    onError: notifyError,
  });
  return (
    <Button
      size="xs"
      variant="default"
      onClick={() => clearOverride.mutate()}
      loading={clearOverride.isPending}
      leftSection={<IconArrowBackUp size={14} />}
    >
      Clear override
    </Button>
  );
}
