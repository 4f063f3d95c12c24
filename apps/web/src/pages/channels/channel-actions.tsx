import { ActionIcon, Button, Menu } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { IconDots, IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router';
import { getAnswer, api } from '../../api/client.js';
import { confirm } from '../../kit/confirm/confirm.js';
import { tellDone, tellFailure } from '../../kit/notify.js';
import { CHANNELS, type Channel } from './channel-queries.js';

export function ChannelActions({ channel }: { channel: Channel }) {
  const { id, name } = channel;
  const use = useSwitch(channel);
  const remove = useRemoval(channel);
  if (channel.read_only) {
    return (
      <>
        <RequestsLink name={name} />
        <FileSwitch isEnabled={channel.enabled} use={use} />
      </>
    );
  }
  return (
    <>
      <RequestsLink name={name} />
      <Button
        variant="default"
        component={Link}
        to={`/channels/${id}/edit`}
        leftSection={<IconPencil size={16} />}
      >
        Edit
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="More actions">
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {channel.enabled ? (
            <Menu.Item leftSection={<IconPlayerPause size={16} />} onClick={use.disable}>
              Disable
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<IconPlayerPlay size={16} />} onClick={use.enable}>
              Enable
            </Menu.Item>
          )}
          <Menu.Item c="var(--mantine-color-error)" leftSection={<IconTrash size={16} />} onClick={remove}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

/** A channel of the config file cannot be edited here, but it can be disabled in an incident. */
function FileSwitch({ isEnabled, use }: { isEnabled: boolean; use: ReturnType<typeof useSwitch> }) {
  return isEnabled ? (
    <Button variant="default" leftSection={<IconPlayerPause size={16} />} onClick={use.disable}>
      Disable
    </Button>
  ) : (
    <Button variant="default" leftSection={<IconPlayerPlay size={16} />} onClick={use.enable}>
      Enable
    </Button>
  );
}

function RequestsLink({ name }: { name: string }) {
  return (
    <Button
      variant="default"
      component={Link}
      to={`/requests?${new URLSearchParams({ channel: name }).toString()}`}
    >
      Requests
    </Button>
  );
}

function useSwitch({ id, name, read_only: isOfFile }: Channel): { enable: () => void; disable: () => void } {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (enabled: boolean) =>
      getAnswer(api.PATCH('/api/channels/{id}', { params: { path: { id } }, body: { enabled } })),
    onSuccess: async ({ enabled }) => {
      await client.invalidateQueries({ queryKey: CHANNELS });
      tellDone(enabled ? `“${name}” enabled.` : `“${name}” disabled.`);
    },
    onError: tellFailure,
  });
  const disable = () =>
    confirm({
      title: `Disable “${name}”?`,
      consequence: `It receives no new requests until you enable it again. Models that no other channel serves become unavailable.${
        isOfFile
          ? ' This overrides the config file, also after a restart, until you enable the channel here.'
          : ''
      }`,
      verb: 'Disable',
      onConfirm: () => mutate(false),
    });
  return { enable: () => mutate(true), disable };
}

function useRemoval({ id, name }: Channel): () => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { mutate } = useMutation({
    mutationFn: () => getAnswer(api.DELETE('/api/channels/{id}', { params: { path: { id } } })),
    onSuccess: async () => {
      tellDone(`“${name}” deleted.`);
      await navigate('/channels', { replace: true });
      client.removeQueries({ queryKey: [...CHANNELS, id] });
      await client.invalidateQueries({ queryKey: CHANNELS });
    },
    onError: tellFailure,
  });
  return () =>
    confirm({
      title: `Delete “${name}”?`,
      consequence:
        'Its API keys are deleted too. This cannot be undone. Logged requests stay, and running tasks finish.',
      verb: 'Delete',
      onConfirm: () => mutate(),
    });
}
