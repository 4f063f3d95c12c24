import { ActionIcon, Box, Button, FileButton, Group, Paper, Text } from '@mantine/core';
import { IconPhotoPlus, IconPlayerStopFilled, IconSend2 } from '@tabler/icons-react';
import { type ClipboardEvent, type DragEvent, useState } from 'react';
import { GrowingTextarea } from '../../kit/forms/growing-textarea.js';
import { notifyError } from '../../kit/notify.js';
import { useTokenHint } from '../token-context.js';
import { useReplyOptions } from './reply-options-context.js';
import { type ChatState } from './chat-state.js';
import { awaitsResults, chatStore, isRunning } from './chat-store.js';
import classes from './composer.module.css';
import { type ChatImage } from './conversation.js';
import { IMAGE_TYPES, isImage, readImage } from './image.js';
import { sendOnEnter } from './send-on-enter.js';
import { ImageRow } from './turns/image-row.js';
import { Tooltip } from '../../kit/tooltip.js';

export interface ComposerProps {
  state: ChatState;
  hasBrokenSettings: boolean;
  /** Whether all selected models accept images, as far as is known. */
  acceptsImages: boolean;
}

const NO_IMAGES = 'Remove the images: a chosen model does not support them';

export function Composer({ state, hasBrokenSettings, acceptsImages }: ComposerProps) {
  const replyOptions = useReplyOptions();
  const [text, setText] = useState('');
  const [images, setImages] = useState<readonly ChatImage[]>([]);
  const stateHint = useHint(state, hasBrokenSettings);
  const hint = stateHint ?? (acceptsImages || images.length === 0 ? undefined : NO_IMAGES);
  const isBusy = isRunning(state);
  const canSend =
    replyOptions !== undefined && hint === undefined && !isBusy && (text.trim() !== '' || images.length > 0);
  const send = (): void => {
    if (!canSend) return;
    chatStore.sendMessage({ kind: 'user', text: text.trim(), images }, replyOptions);
    setText('');
    setImages([]);
  };
  const attach = (files: readonly File[]): void => {
    void Promise.all(files.filter(isImage).map(readImage))
      .then((newImages) => setImages((current) => [...current, ...newImages]))
      .catch(notifyError);
  };
  return (
    <Paper
      withBorder
      p="xs"
      shadow="sm"
      className={classes.composer}
      onDragOver={(event: DragEvent) => event.preventDefault()}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        attach([...event.dataTransfer.files]);
      }}
    >
      <ImageRow
        images={images}
        onRemove={(removed) => setImages((current) => current.filter((image) => image !== removed))}
      />
      <GrowingTextarea
        aria-label="Message"
        placeholder="Type a message"
        variant="unstyled"
        minRows={1}
        maxRows={12}
        px="xs"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={sendOnEnter(send)}
        onPaste={(event: ClipboardEvent) => attach([...event.clipboardData.files])}
      />
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Group gap="xs" wrap="nowrap" miw={0}>
          {acceptsImages ? <AttachButton onFiles={attach} /> : null}
          <Text size="xs" c="dimmed" role="status">
            {hint ?? (isBusy ? 'Esc to stop' : 'Enter to send, Shift+Enter for a new line')}
          </Text>
        </Group>
        <SendOrStop isBusy={isBusy} canSend={canSend} onSend={send} />
      </Group>
    </Paper>
  );
}

function useHint(state: ChatState, hasBrokenSettings: boolean): string | undefined {
  const tokenHint = useTokenHint();
  if (tokenHint !== undefined) return tokenHint;
  if (hasBrokenSettings) return 'Correct the JSON in the settings first';
  if (awaitsResults(state)) return 'Enter the tool results first';
  return state.columns.some(({ model }) => model === undefined) ? 'Choose a model' : undefined;
}

function AttachButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  return (
    <FileButton accept={IMAGE_TYPES.join(',')} multiple onChange={onFiles}>
      {(props) => (
        <Tooltip label="Attach images (or paste or drop them)">
          <ActionIcon {...props} variant="subtle" color="gray" size="lg" aria-label="Attach images">
            <IconPhotoPlus size={18} />
          </ActionIcon>
        </Tooltip>
      )}
    </FileButton>
  );
}

interface SendOrStopProps {
  isBusy: boolean;
  canSend: boolean;
  onSend: () => void;
}

function SendOrStop({ isBusy, canSend, onSend }: SendOrStopProps) {
  return (
    <Box flex="none">
      {isBusy ? (
        <Button
          size="sm"
          color="red"
          leftSection={<IconPlayerStopFilled size={16} />}
          onClick={chatStore.stop}
        >
          Stop
        </Button>
      ) : (
        <Button size="sm" leftSection={<IconSend2 size={16} />} disabled={!canSend} onClick={onSend}>
          Send
        </Button>
      )}
    </Box>
  );
}
