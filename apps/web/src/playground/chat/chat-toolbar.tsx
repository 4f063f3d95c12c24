import { Button, Group } from '@mantine/core';
import { IconAdjustments, IconPlus, IconTrash } from '@tabler/icons-react';
import { useCallback, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router';
import { SegmentedControl } from '../../kit/segmented-control.js';
import { useSession } from '../../session/session-provider.js';
import { memoryStore } from '../memory-store.js';
import { usePlaygroundToken } from '../token-context.js';
import { findBestModel } from '../token/rank-models.js';
import { type ChatState, MAX_COLUMNS } from './chat-state.js';
import { chatStore } from './chat-store.js';
import classes from './chat-toolbar.module.css';
import { type FormatId } from './conversation.js';
import { FORMATS, isFormatId } from './formats/formats.js';

interface ChatToolbarProps {
  state: ChatState;
  format: FormatId;
  onFormat: (format: FormatId) => void;
  onSettings: () => void;
  /** Whether the settings panel is hidden on wide screens, too. */
  isCompact: boolean;
}

interface ChatUrl {
  format: FormatId;
  chooseFormat: (format: FormatId) => void;
  state: ChatState;
}

export function ChatToolbar({
  state: { columns },
  format,
  onFormat,
  onSettings,
  isCompact,
}: ChatToolbarProps) {
  const { models = [] } = usePlaygroundToken();
  const isEmpty = columns.every(({ turns }) => turns.length === 0);
  const compare = (): void => {
    const comparedModels = columns.map(({ model }) => model);
    chatStore.addColumn(findBestModel(models, 'chat', comparedModels) ?? comparedModels.at(-1));
  };
  return (
    <Group justify="space-between" gap="sm">
      <SegmentedControl
        aria-label="API format"
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
          onClick={compare}
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

const lastFormat = memoryStore<FormatId>('chat');

/** Keeps the format and the models in the URL, so that users can share them. */
export function useChatUrl(): ChatUrl {
  const [parameters, setParameters] = useSearchParams();
  const { models = [] } = usePlaygroundToken();
  const { user } = useSession();
  const userName = user === undefined ? undefined : (user?.name ?? '');
  useLayoutEffect(() => {
    if (userName !== undefined) chatStore.setUser(userName);
  }, [userName]);
  // Runs before the first render, because an effect would cause a second render.
  useState(() => chatStore.setMissingModels(findBestModel(models, 'chat')));
  const state = useSyncExternalStore(chatStore.subscribe, chatStore.get);
  const formatParameter = parameters.get('format');
  const format = isFormatId(formatParameter) ? formatParameter : lastFormat.get();

  const [initialModels] = useState(() => parameters.getAll('model'));
  useEffect(() => chatStore.openModels(initialModels), [initialModels]);

  useEffect(() => {
    lastFormat.set(format);
    // The models of the URL have just replaced those of `state`.
    if (chatStore.get() !== state) return;
    const models = state.columns.flatMap(({ model }) => model ?? []);
    if (models.length === 0) return;
    const nextParameters = withChatParameters(parameters, format, models);
    if (nextParameters.toString() === parameters.toString()) return;
    // Runs after painting: the router reads the scroll position, which forces a synchronous layout.
    const timer = setTimeout(() => setParameters(nextParameters, { replace: true }));
    return () => clearTimeout(timer);
  }, [state, format, parameters, setParameters]);

  const chooseFormat = useCallback(
    (newFormat: FormatId) =>
      setParameters((current) => withChatParameters(current, newFormat, current.getAll('model'))),
    [setParameters],
  );
  return { format, chooseFormat, state };
}

function withChatParameters(
  current: URLSearchParams,
  format: FormatId,
  models: readonly string[],
): URLSearchParams {
  const next = new URLSearchParams(current);
  next.set('format', format);
  next.delete('model');
  for (const model of models) next.append('model', model);
  return next;
}
