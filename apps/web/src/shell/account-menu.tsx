import { Menu } from '@mantine/core';
import { IconClock, IconLogout, IconUser } from '@tabler/icons-react';
import { type Ref, type RefObject, useImperativeHandle } from 'react';
import { Link } from 'react-router';
import { chooseTimeZone } from '../kit/time-zone/time-zone.js';
import { useTimeZone } from '../kit/time-zone/use-time-zone.js';
import { type SessionUser } from '../session/session-provider.js';
import { useSignOut } from '../session/use-sign-out.js';
import classes from './account-menu.module.css';

interface AccountMenuProps {
  /** The id of the button. */
  id: string;
  button: RefObject<HTMLButtonElement | null>;
  user: SessionUser;
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
}

export function AccountMenu({ id, button, user, isOpen, onChange }: AccountMenuProps) {
  const signOut = useSignOut();
  return (
    // Not in a portal: the menu must be inside the header landmark.
    <Menu id={id} position="bottom-end" width={240} withinPortal={false} opened={isOpen} onChange={onChange}>
      <Menu.Target>
        <ExistingElement element={button} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className={classes.name}>{user.name}</Menu.Label>
        {user.must_change_password ? null : (
          <Menu.Item component={Link} to="/account" leftSection={<IconUser size={16} />}>
            Your account
          </Menu.Item>
        )}
        <TimeZoneItem />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => signOut.mutate()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Makes a button that is rendered elsewhere the target of the menu, so that the button exists before the menu is loaded. */
function ExistingElement({
  ref,
  element,
}: {
  ref?: Ref<HTMLElement>;
  element: RefObject<HTMLElement | null>;
}) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => element.current, [element]);
  return null;
}

/** Switches the time zone of all times in the console. */
function TimeZoneItem() {
  const { choice } = useTimeZone();
  const other = choice === 'utc' ? 'local' : 'utc';
  return (
    <Menu.Item leftSection={<IconClock size={16} />} onClick={() => chooseTimeZone(other)}>
      {other === 'utc' ? 'Show times in UTC' : 'Show local times'}
    </Menu.Item>
  );
}
