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
import { loadPart } from '../../kit/load-part.js';
import { usePlaygroundToken } from '../token-context.js';
import { type PlaygroundModel } from '../token/playground-model.js';
import { AskingContext } from './asking-context.js';
import { type ChatState } from './chat-state.js';
import { chatStore } from './chat-store.js';
import classes from './chat-tab.module.css';
import { ChatToolbar, useChatPlace } from './chat-toolbar.js';
import { Columns } from './columns.js';
import { Composer } from './composer.js';
import { FORMATS } from './formats/formats.js';
import { checkDraft, draftStore } from './settings/draft.js';
import { listControls, takesImages } from './settings/fit-settings.js';
import { SettingsPanel } from './settings/settings-panel.js';

const SettingsDrawer = lazy(() =>
  loadPart(async () => ({ default: (await import('./settings/settings-drawer.js')).SettingsDrawer })),
);

const NO_MODELS: readonly PlaygroundModel[] = [];

/** A user who is this close to the end of the page is following the reply. */
const NEAR_PX = 180;

type Controls = ReturnType<typeof listControls>;

/** Ignores tools and schema in the draft if the models do not support them. */
function useCheckedDraft(
  draft: ReturnType<typeof draftStore.get>,
  format: Parameters<typeof checkDraft>[1],
  { hasTools, hasSchema }: Pick<Controls, 'hasTools' | 'hasSchema'>,
) {
  return useMemo(() => {
    const offered = { hasTools: draft.hasTools && hasTools, hasSchema: draft.hasSchema && hasSchema };
    return checkDraft({ ...draft, ...offered }, format);
  }, [draft, format, hasTools, hasSchema]);
}

export function ChatTab() {
  const { token, models = NO_MODELS } = usePlaygroundToken();
  const { format, chooseFormat, state } = useChatPlace();
  const draft = useSyncExternalStore(draftStore.subscribe, draftStore.get);
  const [isDrawerWanted, setIsDrawerWanted] = useState(false);
  const [opened, { open, close }] = useDisclosure(false, { onOpen: () => setIsDrawerWanted(true) });
  const asked = state.columns.map(({ model }) => models.find(({ id }) => id === model));
  const controls = listControls(FORMATS[format], asked);
  const { settings, errors } = useCheckedDraft(draft, format, controls);
  const asking = useMemo(
    () => (token === undefined || settings === undefined ? undefined : { token, format, settings, models }),
    [token, format, settings, models],
  );
  const isShown = useShown();
  // Several columns need the whole width.
  const hasPanel = state.columns.length < 2;
  useHotkeys([['Escape', chatStore.stop]], []);
  useFollowing(state);
  return (
    <AskingContext value={asking}>
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
            takesImages={takesImages(asked)}
          />
        </div>
        {hasPanel ? (
          <Box visibleFrom="md">
            <Paper withBorder p="md" className={classes.settings}>
              {isShown ? <SettingsPanel controls={controls} errors={errors} /> : null}
            </Paper>
          </Box>
        ) : null}
        <Suspense>
          {isDrawerWanted ? (
            <SettingsDrawer isOpen={opened} onClose={close} controls={controls} errors={errors} />
          ) : null}
        </Suspense>
      </div>
    </AskingContext>
  );
}

/** False in the first render. The settings have many fields and are rendered after the conversation. */
function useShown(): boolean {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => startTransition(() => setIsShown(true)), []);
  return isShown;
}

/** Scrolls to the end when a turn is added, and while a reply grows unless the user has scrolled away from the end. */
function useFollowing(state: ChatState): void {
  const wasNear = useRef(true);
  useEffect(() => {
    const look = (): void => {
      const { scrollHeight } = document.documentElement;
      wasNear.current = scrollHeight - window.scrollY - window.innerHeight < NEAR_PX;
    };
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  const seenCount = useRef(countTurns(state));
  useEffect(() => {
    const count = countTurns(state);
    const hasNews = count > seenCount.current;
    seenCount.current = count;
    if (hasNews || (count > 0 && wasNear.current)) {
      window.scrollTo({ top: document.documentElement.scrollHeight });
    }
  }, [state]);
}

function countTurns({ columns }: ChatState): number {
  return columns.reduce((count, { turns }) => count + turns.length, 0);
}
