import { ActionIcon, Button, Group, Modal, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBraces, IconRefresh } from '@tabler/icons-react';
import { CopyButton } from '../../../kit/copy-button.js';
import { ViewCode } from '../../view-code/view-code.js';
import { type ReplyTurn, textIn } from '../conversation.js';
import { RawPanel } from './raw-panel.js';
import classes from './turns.module.css';

export interface ReplyActionsProps {
  turn: ReplyTurn;
  /** Undefined where it is not the last, or nothing could be asked. */
  onRegenerate: (() => void) | undefined;
}

export function ReplyActions({ turn, onRegenerate }: ReplyActionsProps) {
  const [opened, { open, close }] = useDisclosure();
  const text = textIn(turn);
  return (
    <Group gap={4} className={classes.actions}>
      {text === '' ? null : <CopyButton value={text} label="Copy the reply" />}
      {onRegenerate === undefined ? null : (
        <Tooltip label="Regenerate">
          <ActionIcon variant="subtle" color="gray" aria-label="Regenerate the reply" onClick={onRegenerate}>
            <IconRefresh size={16} />
          </ActionIcon>
        </Tooltip>
      )}
      <Button size="compact-xs" variant="default" leftSection={<IconBraces size={14} />} onClick={open}>
        Raw
      </Button>
      <ViewCode request={turn.request} size="compact-xs" />
      <Modal opened={opened} onClose={close} title="Request and response" size="xl">
        {opened ? <RawPanel turn={turn} /> : null}
      </Modal>
    </Group>
  );
}
