import { Box, Drawer, Paper } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { usePlaygroundToken } from '../token-context.js';
import { AskingContext } from './asking-context.js';
import { type ChatState } from './chat-state.js';
import { chatStore } from './chat-store.js';
import classes from './chat-tab.module.css';
import { ChatToolbar, useChatPlace } from './chat-toolbar.js';
import { Columns } from './columns.js';
import { Composer } from './composer.js';
import { checkDraft, draftStore } from './settings/draft.js';
import { SettingsPanel } from './settings/settings-panel.js';

/** As close to the end as somebody is who reads along. */
const NEAR_PX = 180;

export function ChatTab() {
  const { token } = usePlaygroundToken();
  const { format, chooseFormat, state } = useChatPlace();
  const draft = useSyncExternalStore(draftStore.subscribe, draftStore.get);
  const [opened, { open, close }] = useDisclosure();
  const { settings, errors } = useMemo(() => checkDraft(draft, format), [draft, format]);
  const asking = useMemo(
    () => (token === undefined || settings === undefined ? undefined : { token, format, settings }),
    [token, format, settings],
  );
  // Several models need the whole width.
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
          <Composer state={state} hasBrokenSettings={settings === undefined} />
        </div>
        {hasPanel ? (
          <Box visibleFrom="md">
            <Paper withBorder p="md" className={classes.settings}>
              <SettingsPanel format={format} errors={errors} />
            </Paper>
          </Box>
        ) : null}
        <Drawer
          opened={opened}
          onClose={close}
          position="right"
          size="sm"
          title="For the next reply"
          closeButtonProps={{ 'aria-label': 'Close the settings' }}
        >
          <SettingsPanel format={format} errors={errors} />
        </Drawer>
      </div>
    </AskingContext>
  );
}

/** Keeps the end of a growing conversation in view, unless the person has scrolled away from it; shows what is new in any case. */
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
