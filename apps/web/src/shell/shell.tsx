import {
  ActionIcon,
  AppShell,
  Badge,
  Box,
  Burger,
  Group,
  NavLink,
  Text,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBook, IconHelp, IconMoon, IconPlugConnectedX, IconSun } from '@tabler/icons-react';
import { useDeferredValue, useEffect } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { useIsConnected } from '../api/connection.js';
import mark from '../app/mark.svg';
import { toAddress } from '../app/addresses.js';
import { LeaveGuard } from '../kit/leaving/leave-guard.js';
import { ScrollMemory } from '../kit/scroll-memory.js';
import { SkipLink } from '../kit/skip-link.js';
import { Tooltip } from '../kit/tooltip.js';
import { useSession } from '../session/session-provider.js';
import { AccountButton } from './account-button.js';
import { type NavItem, getNavigation } from './nav-items.js';
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
      <SkipLink />
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
            <UnstyledButton component={Link} to="/" aria-label="Modelgate, overview">
              <Group gap={8} wrap="nowrap">
                <img src={mark} width={28} height={28} alt="" />
                <Text fw={650}>Modelgate</Text>
              </Group>
            </UnstyledButton>
          </Group>
          <Group gap={6} wrap="nowrap" miw={0}>
            <Connection />
            <QuickNavigation />
            <ColorSchemeButton />
            <AccountButton />
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
      <ScrollMemory />
      <LeaveGuard />
    </AppShell>
  );
}

/** Always rendered, but empty while connected, so that screen readers announce the loss of the connection. */
function Connection() {
  const isConnected = useIsConnected();
  return (
    <div role="status">
      {isConnected ? null : (
        <Tooltip label="Cannot reach the gateway. Trying again every few seconds; data may be out of date.">
          <Badge color="red" variant="light" leftSection={<IconPlugConnectedX size={14} />}>
            Disconnected
          </Badge>
        </Tooltip>
      )}
    </div>
  );
}

function Navigation() {
  const { user, error } = useDeferredValue(useSession());
  // The pages depend on the user. Showing them before the session is loaded would cause a layout shift.
  if (user === undefined && error === null) return null;
  const { general, admin } = getNavigation(user);
  return (
    <Box className={classes.places}>
      <NavLinks items={general} />
      {admin.length === 0 ? null : (
        <>
          <Text size="xs" c="dimmed" fw={600} mt="md" mb={4} px="sm">
            Administration
          </Text>
          <NavLinks items={admin} />
        </>
      )}
      <NavLink
        className={classes.place}
        mt="md"
        href={toAddress('/docs')}
        label="API reference"
        leftSection={<IconBook size={18} />}
      />
      <NavLink
        className={classes.place}
        href={toAddress('/docs/guide')}
        label="Guide"
        leftSection={<IconHelp size={18} />}
      />
    </Box>
  );
}

function NavLinks({ items }: { items: readonly NavItem[] }) {
  const { pathname } = useLocation();
  return items.map(({ label, to, icon: Icon }) => {
    const active = to === '/' ? pathname === '/' : pathname === to || pathname.startsWith(`${to}/`);
    return (
      <NavLink
        key={to}
        className={classes.place}
        component={Link}
        to={to}
        label={label}
        active={active}
        aria-current={active ? 'page' : undefined}
        leftSection={<Icon size={18} />}
      />
    );
  });
}

function ColorSchemeButton() {
  const { setColorScheme } = useMantineColorScheme();
  const current = useComputedColorScheme('light');
  const otherScheme = current === 'light' ? 'dark' : 'light';
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
