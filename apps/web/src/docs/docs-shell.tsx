import {
  ActionIcon,
  Anchor,
  AppShell,
  Box,
  Burger,
  Group,
  NavLink,
  ScrollArea,
  Text,
  TextInput,
  Tooltip,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMoon, IconSearch, IconSun } from '@tabler/icons-react';
import { type FormEvent, useEffect } from 'react';
import { Link, Outlet, useLocation, useNavigate, useSearchParams } from 'react-router';
import { toAddress } from '../app/place.js';
import mark from '../app/mark.svg';
import { ScrollMemory } from '../kit/scroll-memory.js';
import { SkipLink } from '../kit/skip-link.js';
import classes from './docs-shell.module.css';
import { GUIDE_PAGES } from './guide/guide-pages.js';
import { useReference } from './reference/use-reference.js';

export function DocsShell() {
  const [isOpen, { toggle, close }] = useDisclosure();
  const { pathname } = useLocation();
  useEffect(close, [pathname, close]);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 264, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', sm: 'lg' }}
    >
      <SkipLink />
      <AppShell.Header>
        <Group h="100%" px="md" gap="sm" wrap="nowrap" justify="space-between">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label="Contents"
              aria-expanded={isOpen}
            />
            <Link to="/" className={classes.brand}>
              <img src={mark} width={28} height={28} alt="" />
              <Text fw={650} visibleFrom="xs" span>
                Modelgate docs
              </Text>
            </Link>
          </Group>
          <Group gap={6} wrap="nowrap" miw={0}>
            <SearchField />
            <Anchor href={toAddress('/console')} size="sm" visibleFrom="sm" c="inherit">
              Console
            </Anchor>
            <ColorSchemeButton />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar aria-label="Contents">
        <ScrollArea type="auto" p="sm" viewportProps={{ tabIndex: 0 }}>
          <Contents />
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1} className={classes.main}>
        <Box maw="64rem" mx="auto">
          <Outlet />
        </Box>
      </AppShell.Main>
      <ScrollMemory />
    </AppShell>
  );
}

function Contents() {
  const { data } = useReference();
  return (
    <>
      <PlaceLink label="Start" to="/" />
      {data?.parts.map(({ id, title, groups }) => (
        <Places
          key={id}
          title={title}
          places={groups.map((group) => ({ label: group.title, to: `/api/${group.id}` }))}
        />
      ))}
      <Places
        title="Guide"
        places={[
          { label: 'All pages', to: '/guide' },
          ...GUIDE_PAGES.map(({ name, title }) => ({ label: title, to: `/guide/${name}` })),
        ]}
      />
    </>
  );
}

function Places({ title, places }: { title: string; places: readonly { label: string; to: string }[] }) {
  return (
    <>
      <Text size="xs" c="dimmed" fw={600} mt="md" mb={4} px="sm">
        {title}
      </Text>
      {places.map(({ label, to }) => (
        <PlaceLink key={to} label={label} to={to} />
      ))}
    </>
  );
}

function PlaceLink({ label, to }: { label: string; to: string }) {
  return (
    <NavLink className={classes.place} component={Link} to={to} label={label} py={5} {...useCurrent(to)} />
  );
}

function useCurrent(to: string) {
  const { pathname } = useLocation();
  const active = pathname === to;
  return { active, 'aria-current': active ? ('page' as const) : undefined };
}

function SearchField() {
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const asked = parameters.get('q') ?? '';
  const search = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const text = new FormData(event.currentTarget).get('q');
    void navigate(`/search?q=${encodeURIComponent(typeof text === 'string' ? text.trim() : '')}`);
  };
  return (
    <form role="search" onSubmit={search}>
      <TextInput
        type="search"
        size="xs"
        w={{ base: 132, xs: 220 }}
        // Another address is another field, which begins with what that one asks for.
        key={asked}
        name="q"
        defaultValue={asked}
        placeholder="Search the docs"
        aria-label="Search the docs"
        maxLength={200}
        leftSection={<IconSearch size={16} />}
      />
    </form>
  );
}

function ColorSchemeButton() {
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme('light') === 'light' ? 'dark' : 'light';
  const Icon = other === 'dark' ? IconMoon : IconSun;
  return (
    <Tooltip label={`Switch to ${other}`}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={`Switch to ${other}`}
        onClick={() => setColorScheme(other)}
      >
        <Icon size={18} />
      </ActionIcon>
    </Tooltip>
  );
}
