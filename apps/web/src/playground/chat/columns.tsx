import { ActionIcon, Box, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconMessages, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { useCallback, useRef } from 'react';
import { SegmentedControl } from '../../kit/segmented-control.js';
import { EmptyState } from '../../kit/empty-state.js';
import { ModelPicker } from '../model-picker.js';
import { type ChatState, type Column } from './chat-state.js';
import { chatStore } from './chat-store.js';
import { type Turn } from './conversation.js';
import { ReplyView } from './turns/reply-view.js';
import { ResultsView } from './turns/results-view.js';
import { UserView } from './turns/user-view.js';
import { Tooltip } from '../../kit/tooltip.js';
import { useReplyOptions } from './reply-options-context.js';
import classes from './columns.module.css';

interface ColumnViewProps {
  column: Column;
  position: number;
  isOnlyColumn: boolean;
}

interface TurnViewProps {
  turn: Turn;
  columnId: string;
  /** The number of user messages before this turn. */
  messageIndex: number;
  isLast: boolean;
}

/** One column per model. On a phone, a column is as wide as the screen; the user swipes or selects a column by name. */
export function Columns({ state: { columns } }: { state: ChatState }) {
  const track = useRef<HTMLDivElement>(null);
  const isOnlyColumn = columns.length === 1;
  const scrollToColumn = (id: string): void => {
    const position = columns.findIndex((column) => column.id === id);
    track.current?.children[position]?.scrollIntoView({ inline: 'start', block: 'nearest' });
  };
  return (
    <div className={classes.frame}>
      {isOnlyColumn ? null : (
        <SegmentedControl
          aria-label="Show the model"
          size="xs"
          fullWidth
          hiddenFrom="sm"
          className={classes.names}
          data={columns.map(({ id, model }, position) => ({
            value: id,
            label: `${position + 1}. ${model ?? '…'}`,
          }))}
          onChange={scrollToColumn}
        />
      )}
      <div className={classes.track} ref={track} data-count={columns.length}>
        {columns.map((column, position) => (
          <ColumnView key={column.id} column={column} position={position} isOnlyColumn={isOnlyColumn} />
        ))}
      </div>
    </div>
  );
}

function ColumnView({ column, position, isOnlyColumn }: ColumnViewProps) {
  const { id, model, turns } = column;
  const selectModel = useCallback(
    (newModel: string) => chatStore.change({ type: 'modelSelected', id, model: newModel }),
    [id],
  );
  const label = isOnlyColumn ? 'Model' : `Model ${position + 1}`;
  return (
    <Paper withBorder p="md" className={classes.column} component="section" aria-label={label}>
      <Group gap="xs" wrap="nowrap" mb="md">
        <Box flex={1} miw={0}>
          <ModelPicker capability="chat" value={model} onChange={selectModel} label={label} isLabelHidden />
        </Box>
        {isOnlyColumn ? null : (
          <Tooltip label="Remove this column">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove ${label.toLowerCase()}`}
              onClick={() => chatStore.removeColumn(id)}
            >
              <IconX size={16} />
            </ActionIcon>
          </Tooltip>
        )}
      </Group>
      {turns.length === 0 ? <EmptyColumn isOnlyColumn={isOnlyColumn} /> : <Turns column={column} />}
    </Paper>
  );
}

function EmptyColumn({ isOnlyColumn }: { isOnlyColumn: boolean }) {
  if (!isOnlyColumn) {
    return (
      <Text c="dimmed" size="sm" ta="center" py="xl">
        Replies of this model appear here.
      </Text>
    );
  }
  return (
    <EmptyState icon={IconMessages} title="No messages yet">
      Type a message below. “Compare” sends it to several models at once.
    </EmptyState>
  );
}

function Turns({ column }: { column: Column }) {
  const { id, turns } = column;
  return (
    <Stack gap="md">
      {turns.map((turn, position) => (
        <TurnView
          key={turn.kind === 'reply' ? turn.id : position}
          turn={turn}
          columnId={id}
          messageIndex={turns.slice(0, position).filter(({ kind }) => kind === 'user').length}
          isLast={position === turns.length - 1}
        />
      ))}
      <SendToModel column={column} />
    </Stack>
  );
}

function TurnView({ turn, columnId, messageIndex, isLast }: TurnViewProps) {
  switch (turn.kind) {
    case 'user':
      return <UserView turn={turn} messageIndex={messageIndex} />;
    case 'results':
      return <ResultsView turn={turn} />;
    case 'reply':
      return <ReplyView turn={turn} columnId={columnId} isLast={isLast} />;
  }
}

/** Sends an opened conversation that ends with a user message to the model of the column. */
function SendToModel({ column: { id, model, turns } }: { column: Column }) {
  const replyOptions = useReplyOptions();
  if (turns.at(-1)?.kind !== 'user') return null;
  return (
    <div>
      <Button
        size="xs"
        leftSection={<IconPlayerPlay size={14} aria-hidden />}
        disabled={replyOptions === undefined || model === undefined}
        onClick={() => replyOptions === undefined || chatStore.regenerate(id, replyOptions)}
      >
        {model === undefined ? 'Choose a model to send to' : `Send to ${model}`}
      </Button>
    </div>
  );
}
