import { Button, Group, Paper, Text } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconPlugConnected, IconTrash } from '@tabler/icons-react';
import { type ComponentType, useState } from 'react';
import { formatCount } from '../../../kit/format.js';
import { type RowSelection } from '../../../kit/table/row-selection.js';
import { type Channel } from '../channel-queries.js';
import { BULK_ACTIONS, type BulkActionName } from './bulk-actions.js';
import { BulkModal } from './bulk-modal.js';

const ICONS: Readonly<Record<BulkActionName, ComponentType<{ size?: number }>>> = {
  test: IconPlugConnected,
  enable: IconPlayerPlay,
  disable: IconPlayerPause,
  delete: IconTrash,
};

/** The actions for the selected channels. Hidden if no channel is selected. */
export function SelectionBar({ selection }: { selection: RowSelection<Channel> }) {
  const [chosen, choose] = useState<BulkActionName | null>(null);
  const { selected } = selection;
  if (selected.length === 0) return null;
  return (
    <Paper withBorder p="xs" mb="sm" component="section" aria-label="Selected channels">
      <Group gap="xs">
        <Text size="sm" fw={550} role="status" mr="auto">
          {formatCount(selected.length)} selected
        </Text>
        {(Object.keys(BULK_ACTIONS) as BulkActionName[]).map((name) => (
          <ActionButton key={name} name={name} onClick={() => choose(name)} />
        ))}
        <Button size="xs" variant="subtle" onClick={selection.clear}>
          Clear selection
        </Button>
      </Group>
      {chosen === null ? null : (
        <BulkModal
          action={BULK_ACTIONS[chosen]}
          channels={selected}
          onClose={() => choose(null)}
          onDone={(ids) => {
            // Failed channels stay selected, so that the user can retry them.
            selection.set(
              selected.filter(({ id }) => ids.includes(id)),
              false,
            );
          }}
        />
      )}
    </Paper>
  );
}

function ActionButton({ name, onClick }: { name: BulkActionName; onClick: () => void }) {
  const Icon = ICONS[name];
  return (
    <Button
      size="xs"
      variant="default"
      c={name === 'delete' ? 'var(--mantine-color-error)' : undefined}
      leftSection={<Icon size={14} />}
      onClick={onClick}
    >
      {BULK_ACTIONS[name].verb}
    </Button>
  );
}
