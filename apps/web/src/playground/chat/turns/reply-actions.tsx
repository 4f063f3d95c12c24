import { ActionIcon, Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBraces, IconRefresh } from '@tabler/icons-react';
import { Suspense, lazy, useState } from 'react';
import { CopyButton } from '../../../kit/copy-button.js';
import { loadChunk } from '../../../kit/load-chunk.js';
import { Tooltip } from '../../../kit/tooltip.js';
import { ViewCode } from '../../view-code/view-code.js';
import { type ReplyTurn, getReplyText } from '../conversation.js';
import classes from './turns.module.css';

const RawDialog = lazy(() =>
  loadChunk(async () => ({ default: (await import('./raw-dialog.js')).RawDialog })),
);

interface ReplyActionsProps {
  turn: ReplyTurn;
  /** Undefined if this is not the last reply, or no request can be sent. */
  onRegenerate: (() => void) | undefined;
}

export function ReplyActions({ turn, onRegenerate }: ReplyActionsProps) {
  const [isRequested, setIsRequested] = useState(false);
  const [opened, { open, close }] = useDisclosure(false, { onOpen: () => setIsRequested(true) });
  const text = getReplyText(turn);
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
      <Suspense>{isRequested ? <RawDialog turn={turn} isOpen={opened} onClose={close} /> : null}</Suspense>
    </Group>
  );
}
