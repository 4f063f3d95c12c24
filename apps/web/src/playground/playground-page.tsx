import { Box, Paper, Tabs } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Outlet, useLocation, useMatch, useNavigate } from 'react-router';
import { PageHeader } from '../kit/page-header.js';
import { Loading, NotFound } from '../shell/page-fallbacks.js';
import classes from './playground-page.module.css';
import { CallErrorAlert } from './call-error-alert.js';
import { FIRST_TAB, TABS } from './tabs.js';
import { PlaygroundTokenProvider, usePlaygroundToken } from './token-context.js';
import { TokenChip } from './token/token-chip.js';
import { TokenForm } from './token/token-form.js';
import { tokenStore } from './token/token-store.js';

export function PlaygroundPage() {
  useTokenFromNavigation();
  const tab = useMatch('/playground/:tab')?.params.tab ?? FIRST_TAB.id;
  const currentTab = TABS.find(({ id }) => id === tab);
  if (currentTab === undefined) return <NotFound />;
  return (
    <PlaygroundTokenProvider>
      <PageHeader
        title="Playground"
        description="Try every model that you may use. Requests use the public API, so they work the same from your code."
        actions={<TokenChip />}
      />
      <TokenSection />
      <TabBar currentTab={currentTab.id} />
      <Box pt="md">
        <TabContent />
      </Box>
    </PlaygroundTokenProvider>
  );
}

/**
 * The tab is first rendered when the models are loaded, because it would have to be rendered again with them. After that it stays
 * mounted, so that its input is not lost when the token changes.
 */
function TabContent() {
  const { token, isLoading, models, error } = usePlaygroundToken();
  const [hasBeenReady, setHasBeenReady] = useState(false);
  const isAwaitingModels = token !== undefined && models === undefined && error === null;
  const isReady = hasBeenReady || !(isLoading || isAwaitingModels);
  if (isReady !== hasBeenReady) setHasBeenReady(isReady);
  return isReady ? <Outlet /> : <Loading />;
}

/** The error of the token, and a form for a token if there is none. */
function TokenSection() {
  const { token, isLoading, error, check } = usePlaygroundToken();
  return (
    <>
      {error === null ? null : (
        <Box mb="md">
          <CallErrorAlert error={error} onRetry={check} />
        </Box>
      )}
      {token !== undefined || isLoading ? null : (
        <Paper withBorder p="md" mb="md">
          <TokenForm />
        </Paper>
      )}
    </>
  );
}

function TabBar({ currentTab }: { currentTab: string }) {
  const navigate = useNavigate();
  return (
    <Tabs
      value={currentTab}
      onChange={(id) => void navigate(`/playground/${id ?? FIRST_TAB.id}`)}
      activateTabWithKeyboard={false}
      classNames={{ list: classes.list, tab: classes.tab }}
    >
      <Tabs.List aria-label="Operation">
        {TABS.map(({ id, label, icon: Icon }) => (
          <Tabs.Tab key={id} value={id} leftSection={<Icon size={16} />}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}

/** The page that creates a token passes it in the navigation state. Browsers keep that state on reload, so it is removed. */
function useTokenFromNavigation(): void {
  const { state, pathname, search } = useLocation() as { state: unknown; pathname: string; search: string };
  const navigate = useNavigate();
  const receivedToken = (state as { token?: unknown } | null)?.token;
  useEffect(() => {
    if (typeof receivedToken !== 'string') return;
    tokenStore.set(receivedToken);
    void navigate(pathname + search, { replace: true, state: null });
  }, [receivedToken, navigate, pathname, search]);
}
