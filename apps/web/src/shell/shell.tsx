import {
  ActionIcon,
  AppShell,
  Box,
  Burger,
  Button,
  Group,
  Menu,
  NavLink,
  ScrollArea,
  Text,
  Tooltip,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBook, IconHelp, IconLogout, IconMoon, IconSun, IconUser } from '@tabler/icons-react';
import { useDeferredValue, useEffect } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import mark from '../app/mark.svg';
import { toAddress } from '../app/place.js';
import { LeaveGuard } from '../kit/leaving/leave-guard.js';
import { ScrollMemory } from '../kit/scroll-memory.js';
import { SkipLink } from '../kit/skip-link.js';
import { useSession } from '../session/session-provider.js';
import { useSignOut } from '../session/use-sign-out.js';
import { type Place, placesFor } from './places.js';
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
      <ScrollMemory />
      <LeaveGuard />
    </AppShell>
  );
}

function Navigation() {
  const { user } = useDeferredValue(useSession());
  const { general, admin } = placesFor(user);
  return (
    <ScrollArea type="never">
      <PlaceLinks places={general} />
      {admin.length === 0 ? null : (
        <>
          <Text size="xs" c="dimmed" fw={600} mt="md" mb={4} px="sm">
            Administration
          </Text>
          <PlaceLinks places={admin} />
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
    </ScrollArea>
  );
}

function PlaceLinks({ places }: { places: readonly Place[] }) {
  const { pathname } = useLocation();
  return places.map(({ label, to, icon: Icon }) => {
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

function AccountMenu() {
  const { user } = useDeferredValue(useSession());
  const { pathname, search } = useLocation();
  const signOut = useSignOut();
  if (user === undefined) return null;
  if (user === null) {
    if (pathname === '/sign-in') return null;
    return (
      <Button component={Link} to="/sign-in" state={{ from: pathname + search }} size="xs" variant="default">
        Sign in
      </Button>
    );
  }
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          px={8}
          leftSection={<IconUser size={18} />}
          aria-label={`Account of ${user.name}`}
          classNames={{ section: classes.accountIcon }}
          maw="16rem"
        >
          <Text span inherit truncate visibleFrom="sm">
            {user.name}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className={classes.accountName}>{user.name}</Menu.Label>
        {user.must_change_password ? null : (
          <Menu.Item component={Link} to="/account" leftSection={<IconUser size={16} />}>
            Your account
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => signOut.mutate()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function ColorSchemeButton() {
  const { setColorScheme } = useMantineColorScheme();
  const present = useComputedColorScheme('light');
  const other = present === 'light' ? 'dark' : 'light';
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
