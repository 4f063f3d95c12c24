import {
  ActionIcon,
  Anchor,
  AppShell,
  Box,
  Burger,
  Group,
  Text,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { toAddress } from '../app/addresses.js';
import mark from '../app/mark.svg';
import { ScrollMemory } from '../kit/scroll-memory.js';
import { SkipLink } from '../kit/skip-link.js';
import { DocsContents } from './docs-contents.js';
import classes from './docs-shell.module.css';
import { SearchField } from './search/search-field.js';
import { Tooltip } from '../kit/tooltip.js';

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
            <Link to="/" className={classes.brand} aria-label="Modelgate docs">
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
        <Box p="sm" className={classes.contents}>
          <DocsContents />
        </Box>
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1} className={classes.main}>
        {/* Guide pages are wider, because they have a table of contents on the right. */}
        <Box maw={pathname.startsWith('/guide/') ? '76rem' : '64rem'} mx="auto">
          <Outlet />
        </Box>
      </AppShell.Main>
      <ScrollMemory />
    </AppShell>
  );
}

function ColorSchemeButton() {
  const { setColorScheme } = useMantineColorScheme();
  const otherScheme = useComputedColorScheme('light') === 'light' ? 'dark' : 'light';
  const Icon = otherScheme === 'dark' ? IconMoon : IconSun;
  return (
    <Tooltip label={`Switch to ${otherScheme} mode`}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={`Switch to ${otherScheme} mode`}
        onClick={() => setColorScheme(otherScheme)}
      >
        <Icon size={18} />
      </ActionIcon>
    </Tooltip>
  );
}
