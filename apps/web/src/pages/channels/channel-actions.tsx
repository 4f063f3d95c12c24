import { ActionIcon, Button, Menu } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { IconDots, IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router';
import { unwrapResponse, api } from '../../api/client.js';
import { confirm } from '../../kit/confirm/confirm.js';
import { notifySuccess, notifyError } from '../../kit/notify.js';
import { CHANNELS, type Channel } from './channel-queries.js';

export function ChannelActions({ channel }: { channel: Channel }) {
  const { id, name } = channel;
  const enabledSwitch = useEnabledSwitch(channel);
  const remove = useDeletion(channel);
  if (channel.read_only) {
    return (
      <>
        <RequestsLink name={name} />
        <EnabledButton isEnabled={channel.enabled} enabledSwitch={enabledSwitch} />
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
            <Menu.Item leftSection={<IconPlayerPause size={16} />} onClick={enabledSwitch.disable}>
              Disable
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<IconPlayerPlay size={16} />} onClick={enabledSwitch.enable}>
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

/** A channel of the config file cannot be edited in the console, but it can be disabled, for example during an incident. */
function EnabledButton({ isEnabled, enabledSwitch }: { isEnabled: boolean; enabledSwitch: EnabledSwitch }) {
  return isEnabled ? (
    <Button variant="default" leftSection={<IconPlayerPause size={16} />} onClick={enabledSwitch.disable}>
      Disable
    </Button>
  ) : (
    <Button variant="default" leftSection={<IconPlayerPlay size={16} />} onClick={enabledSwitch.enable}>
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

type EnabledSwitch = ReturnType<typeof useEnabledSwitch>;

function useEnabledSwitch({ id, name, read_only: isReadOnly }: Channel): {
  enable: () => void;
  disable: () => void;
} {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (enabled: boolean) =>
      unwrapResponse(api.PATCH('/api/channels/{id}', { params: { path: { id } }, body: { enabled } })),
    onSuccess: async ({ enabled }) => {
      await client.invalidateQueries({ queryKey: CHANNELS });
      notifySuccess(enabled ? `“${name}” enabled.` : `“${name}” disabled.`);
    },
    onError: notifyError,
  });
  const disable = () =>
    confirm({
      title: `Disable “${name}”?`,
      consequence: `It receives no new requests until you enable it again. Models that no other channel serves become unavailable.${
        isReadOnly
          ? ' This overrides the config file, also after a restart, until you enable the channel here.'
          : ''
      }`,
      verb: 'Disable',
      onConfirm: () => mutate(false),
    });
  return { enable: () => mutate(true), disable };
}

function useDeletion({ id, name }: Channel): () => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { mutate } = useMutation({
    mutationFn: () => unwrapResponse(api.DELETE('/api/channels/{id}', { params: { path: { id } } })),
    onSuccess: async () => {
      notifySuccess(`“${name}” deleted.`);
      await navigate('/channels', { replace: true });
      client.removeQueries({ queryKey: [...CHANNELS, id] });
      await client.invalidateQueries({ queryKey: CHANNELS });
    },
    onError: notifyError,
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
