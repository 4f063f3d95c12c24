import { Box, Paper } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import {
  Suspense,
  lazy,
  startTransition,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { loadChunk } from '../../kit/load-chunk.js';
import { usePlaygroundToken } from '../token-context.js';
import { type PlaygroundModel } from '../token/playground-model.js';
import { ReplyOptionsContext } from './reply-options-context.js';
import { type ChatState } from './chat-state.js';
import { chatStore } from './chat-store.js';
import classes from './chat-tab.module.css';
import { ChatToolbar, useChatUrl } from './chat-toolbar.js';
import { Columns } from './columns.js';
import { Composer } from './composer.js';
import { FORMATS } from './formats/formats.js';
import { checkDraft, draftStore } from './settings/draft.js';
import { listControls, acceptsImages } from './settings/fit-settings.js';
import { SettingsPanel } from './settings/settings-panel.js';

const SettingsDrawer = lazy(() =>
  loadChunk(async () => ({ default: (await import('./settings/settings-drawer.js')).SettingsDrawer })),
);

const NO_MODELS: readonly PlaygroundModel[] = [];

/** A user who is this close to the end of the page is following the reply. */
const NEAR_END_PX = 180;

type Controls = ReturnType<typeof listControls>;

/** Ignores tools and schema in the draft if the models do not support them. */
function useCheckedDraft(
  draft: ReturnType<typeof draftStore.get>,
  format: Parameters<typeof checkDraft>[1],
  { hasTools, hasSchema }: Pick<Controls, 'hasTools' | 'hasSchema'>,
) {
  return useMemo(() => {
    const supported = { hasTools: draft.hasTools && hasTools, hasSchema: draft.hasSchema && hasSchema };
    return checkDraft({ ...draft, ...supported }, format);
  }, [draft, format, hasTools, hasSchema]);
}

export function ChatTab() {
  const { token, models = NO_MODELS } = usePlaygroundToken();
  const { format, chooseFormat, state } = useChatUrl();
  const draft = useSyncExternalStore(draftStore.subscribe, draftStore.get);
  const [isDrawerRequested, setIsDrawerRequested] = useState(false);
  const [isOpen, { open, close }] = useDisclosure(false, { onOpen: () => setIsDrawerRequested(true) });
  const selectedModels = state.columns.map(({ model }) => models.find(({ id }) => id === model));
  const controls = listControls(FORMATS[format], selectedModels);
  const { settings, errors } = useCheckedDraft(draft, format, controls);
  const replyOptions = useMemo(
    () => (token === undefined || settings === undefined ? undefined : { token, format, settings, models }),
    [token, format, settings, models],
  );
  const isMounted = useIsMounted();
  // Several columns need the whole width.
  const hasPanel = state.columns.length < 2;
  useHotkeys([['Escape', chatStore.stop]], []);
  useScrollToEnd(state);
  return (
    <ReplyOptionsContext value={replyOptions}>
      <div className={classes.layout} data-panel={hasPanel}>
        <div className={classes.conversation}>
          <ChatToolbar
            state={state}
            format={format}
            onFormat={chooseFormat}
            onSettings={open}
            isCompact={!hasPanel}
          />
          <Columns state={state} />
          <Composer
            state={state}
            hasBrokenSettings={settings === undefined}
            acceptsImages={acceptsImages(selectedModels)}
          />
        </div>
        {hasPanel ? (
          <Box visibleFrom="md">
            <Paper withBorder p="md" className={classes.settings}>
              {isMounted ? <SettingsPanel controls={controls} errors={errors} /> : null}
            </Paper>
          </Box>
        ) : null}
        <Suspense>
          {isDrawerRequested ? (
            <SettingsDrawer isOpen={isOpen} onClose={close} controls={controls} errors={errors} />
          ) : null}
        </Suspense>
      </div>
    </ReplyOptionsContext>
  );
}

/** False in the first render. The settings have many fields and are rendered after the conversation. */
function useIsMounted(): boolean {
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => startTransition(() => setIsMounted(true)), []);
  return isMounted;
}

/** Scrolls to the end when a turn is added, and while a reply grows unless the user has scrolled away from the end. */
function useScrollToEnd(state: ChatState): void {
  const isNearEnd = useRef(true);
  useEffect(() => {
    const updateIsNearEnd = (): void => {
      const { scrollHeight } = document.documentElement;
      isNearEnd.current = scrollHeight - window.scrollY - window.innerHeight < NEAR_END_PX;
    };
    window.addEventListener('scroll', updateIsNearEnd, { passive: true });
    return () => window.removeEventListener('scroll', updateIsNearEnd);
  }, []);
  const knownCount = useRef(countTurns(state));
  useEffect(() => {
    const count = countTurns(state);
    const hasNewTurn = count > knownCount.current;
    knownCount.current = count;
    if (hasNewTurn || (count > 0 && isNearEnd.current)) {
      window.scrollTo({ top: document.documentElement.scrollHeight });
    }
  }, [state]);
}

function countTurns({ columns }: ChatState): number {
  return columns.reduce((count, { turns }) => count + turns.length, 0);
}
