import { Box, Drawer, Paper } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { useMemo, useSyncExternalStore } from 'react';
import { usePlaygroundToken } from '../token-context.js';
import { AskingContext } from './asking-context.js';
import classes from './chat-tab.module.css';
import { chatStore } from './chat-store.js';
import { ChatToolbar } from './chat-toolbar.js';
import { Columns } from './columns.js';
import { Composer } from './composer.js';
import { checkDraft } from './settings/draft.js';
import { draftStore } from './settings/draft-store.js';
import { SettingsPanel } from './settings/settings-panel.js';
import { useChatPlace } from './use-chat-place.js';
import { useFollowing } from './use-following.js';

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
