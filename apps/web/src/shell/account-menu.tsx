import { Button, Menu, Text } from '@mantine/core';
import { IconLogout, IconUser } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { useSession } from '../session/session-provider.js';
import { useSignOut } from '../session/use-sign-out.js';
import classes from './shell.module.css';

export function AccountMenu() {
  const { user } = useSession();
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
