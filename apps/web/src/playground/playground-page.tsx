import { Box, Paper, Tabs } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Outlet, useLocation, useMatch, useNavigate } from 'react-router';
import { PageHeader } from '../kit/page-header.js';
import { Loading, NotFound } from '../shell/page-fallbacks.js';
import classes from './playground-page.module.css';
import { ShownError } from './shown-error.js';
import { FIRST_TAB, TABS } from './tabs.js';
import { PlaygroundTokenProvider, usePlaygroundToken } from './token-context.js';
import { TokenChip } from './token/token-chip.js';
import { TokenForm } from './token/token-form.js';
import { tokenStore } from './token/token-store.js';

export function PlaygroundPage() {
  useTokenFromCreation();
  const tab = useMatch('/playground/:tab')?.params.tab ?? FIRST_TAB.id;
  const present = TABS.find(({ id }) => id === tab);
  if (present === undefined) return <NotFound />;
  return (
    <PlaygroundTokenProvider>
      <PageHeader
        title="Playground"
        description="Try every model that you may use. Requests use the public API, so they work the same from your code."
        actions={<TokenChip />}
      />
      <TokenNeeded />
      <TabBar present={present.id} />
      <Box pt="md">
        <PresentTab />
      </Box>
    </PlaygroundTokenProvider>
  );
}

/**
 * The tab is first rendered when the models are loaded, because it would have to be rendered again with them. After that it stays
 * mounted, so that its input is not lost when the token changes.
 */
function PresentTab() {
  const { token, isOpening, models, error } = usePlaygroundToken();
  const [wasReady, setWasReady] = useState(false);
  const isAwaitingModels = token !== undefined && models === undefined && error === null;
  const isReady = wasReady || !(isOpening || isAwaitingModels);
  if (isReady !== wasReady) setWasReady(isReady);
  return isReady ? <Outlet /> : <Loading />;
}

/** The error of the token, and a form for a token if there is none. */
function TokenNeeded() {
  const { token, isOpening, error, check } = usePlaygroundToken();
  return (
    <>
      {error === null ? null : (
        <Box mb="md">
          <ShownError error={error} onRetry={check} />
        </Box>
      )}
      {token !== undefined || isOpening ? null : (
        <Paper withBorder p="md" mb="md">
          <TokenForm />
        </Paper>
      )}
    </>
  );
}

function TabBar({ present }: { present: string }) {
  const navigate = useNavigate();
  return (
    <Tabs
      value={present}
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
function useTokenFromCreation(): void {
  const { state, pathname, search } = useLocation() as { state: unknown; pathname: string; search: string };
  const navigate = useNavigate();
  const arrived = (state as { token?: unknown } | null)?.token;
  useEffect(() => {
    if (typeof arrived !== 'string') return;
    tokenStore.set(arrived);
    void navigate(pathname + search, { replace: true, state: null });
  }, [arrived, navigate, pathname, search]);
}
