import { Button, Group, SegmentedControl } from '@mantine/core';
import { IconAdjustments, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ChatState, MAX_COLUMNS } from './chat-state.js';
import { chatStore } from './chat-store.js';
import classes from './chat-toolbar.module.css';
import { type FormatId } from './conversation.js';
import { FORMATS } from './formats/formats.js';

export interface ChatToolbarProps {
  state: ChatState;
  format: FormatId;
  onFormat: (format: FormatId) => void;
  onSettings: () => void;
  /** Whether the settings are hidden on a wide screen, too. */
  isCompact: boolean;
}

export function ChatToolbar({
  state: { columns },
  format,
  onFormat,
  onSettings,
  isCompact,
}: ChatToolbarProps) {
  const isEmpty = columns.every(({ turns }) => turns.length === 0);
  return (
    <Group justify="space-between" gap="sm">
      <SegmentedControl
        aria-label="Format of the API"
        size="xs"
        className={classes.formats}
        data={Object.entries(FORMATS).map(([value, { label }]) => ({ value, label }))}
        value={format}
        onChange={(value) => onFormat(value as FormatId)}
      />
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          disabled={columns.length >= MAX_COLUMNS}
          onClick={() => chatStore.addColumn(columns.at(-1)?.model)}
        >
          Compare
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconTrash size={14} />}
          disabled={isEmpty}
          onClick={chatStore.clear}
        >
          Clear
        </Button>
        <Button
          size="xs"
          variant="default"
          hiddenFrom={isCompact ? undefined : 'md'}
          leftSection={<IconAdjustments size={14} />}
          onClick={onSettings}
        >
          Settings
        </Button>
      </Group>
    </Group>
  );
}
