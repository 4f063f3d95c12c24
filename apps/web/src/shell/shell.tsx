import { AppShell, Box, Burger, Group, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect } from 'react';
import { Link, Outlet, ScrollRestoration, useLocation } from 'react-router';
import mark from '../app/mark.svg';
import { AccountMenu } from './account-menu.js';
import { ColorSchemeButton } from './color-scheme-button.js';
import { Navigation } from './navigation.js';
import { QuickNavigation } from './quick/quick-navigation.js';
import classes from './shell.module.css';

const HEADER_HEIGHT = 56;
const NAVBAR_WIDTH = 232;

export function Shell() {
  const [opened, { toggle, close }] = useDisclosure();
  const { pathname } = useLocation();
  useEffect(close, [pathname, close]);
  return (
    <AppShell
      header={{ height: HEADER_HEIGHT }}
      navbar={{ width: NAVBAR_WIDTH, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'md', sm: 'lg' }}
    >
      <a href={`${window.location.pathname}#main`} className={classes.skip}>
        Skip to the content
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={opened}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label="Navigation"
              aria-expanded={opened}
            />
            <UnstyledButton component={Link} to="/">
              <Group gap={8} wrap="nowrap">
                <img src={mark} width={28} height={28} alt="" />
                <Text fw={650}>Modelgate</Text>
              </Group>
            </UnstyledButton>
          </Group>
          <Group gap={6} wrap="nowrap" miw={0}>
            <QuickNavigation />
            <ColorSchemeButton />
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label="Pages">
        <Navigation />
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1} className={classes.main}>
        <Box maw="84rem" mx="auto">
          <Outlet />
        </Box>
      </AppShell.Main>
      <ScrollRestoration />
    </AppShell>
  );
}
