import { Box, Tabs } from '@mantine/core';
import { Suspense, useEffect } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { PageHeader } from '../kit/page-header.js';
import { Loading, NotFound } from '../shell/page-fallbacks.js';
import classes from './playground-page.module.css';
import { FIRST_TAB, TABS } from './tabs.js';
import { PlaygroundTokenProvider } from './token-context.js';
import { TokenBar } from './token/token-bar.js';
import { tokenStore } from './token/token-store.js';

export function PlaygroundPage() {
  useTokenFromCreation();
  const { tab = FIRST_TAB.id } = useParams();
  const present = TABS.find(({ id }) => id === tab);
  if (present === undefined) return <NotFound />;
  return (
    <PlaygroundTokenProvider>
      <PageHeader
        title="Playground"
        description="Try every model that a token may use. Requests go to the public API, so what works here works in code."
      />
      <TokenBar />
      <TabBar present={present.id} />
      <Box pt="md">
        <Suspense fallback={<Loading />}>
          <present.Component />
        </Suspense>
      </Box>
    </PlaygroundTokenProvider>
  );
}

function TabBar({ present }: { present: string }) {
  const navigate = useNavigate();
  return (
    <Tabs
      value={present}
      onChange={(id) => void navigate(`/playground/${id ?? FIRST_TAB.id}`)}
      mt="md"
      activateTabWithKeyboard={false}
      classNames={{ list: classes.list, tab: classes.tab }}
    >
      <Tabs.List aria-label="What to try">
        {TABS.map(({ id, label, icon: Icon }) => (
          <Tabs.Tab key={id} value={id} leftSection={<Icon size={16} />}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  );
}

/** A token that was just made arrives with the navigation. The browser would keep that over a reload, so it is taken out. */
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
