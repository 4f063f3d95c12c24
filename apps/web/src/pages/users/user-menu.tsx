import { ActionIcon, Menu } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  IconDots,
  IconGauge,
  IconKey,
  IconUserCheck,
  IconUserOff,
  IconUserShield,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { confirm } from '../../kit/confirm/confirm.js';
import { notifySuccess, notifyError } from '../../kit/notify.js';
import { type IssuedPassword } from './one-time-password.js';
import { USERS, type User, type UserChanges, changeUser, resetPassword } from './user-queries.js';

export interface UserMenuProps {
  user: User;
  isOwn: boolean;
  onIssued: (issued: IssuedPassword) => void;
  onLimits: (user: User) => void;
}

export function UserMenu({ user, isOwn, ...actions }: UserMenuProps) {
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${user.email}`}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{isOwn ? <OwnItems /> : <OtherItems user={user} {...actions} />}</Menu.Dropdown>
    </Menu>
  );
}

/** The menu for the signed-in user, who can change the password on the account page but cannot disable themselves. */
function OwnItems() {
  return (
    <>
      <Menu.Label>Only another administrator can disable you or change your role.</Menu.Label>
      <Menu.Item component={Link} to="/account" leftSection={<IconKey size={16} />}>
        Change your password
      </Menu.Item>
    </>
  );
}

function OtherItems({ user, onIssued, onLimits }: Omit<UserMenuProps, 'isOwn'>) {
  const { email } = user;
  const { change, reset } = useUserActions(user, onIssued);
  const nextRole = user.role === 'admin' ? 'member' : 'admin';
  return (
    <>
      <Menu.Item
        leftSection={<IconUserShield size={16} />}
        onClick={() =>
          confirm({
            title: nextRole === 'admin' ? `Make ${email} an administrator?` : `Make ${email} a member?`,
            consequence: `${nextRole === 'admin' ? 'They can then view and change everything.' : 'They can then view and manage only their own tokens.'} They have to sign in again.`,
            verb: 'Change role',
            onConfirm: () => change.mutate({ role: nextRole }),
          })
        }
      >
        {nextRole === 'admin' ? 'Make an administrator' : 'Make a member'}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconKey size={16} />}
        onClick={() =>
          confirm({
            title: `Reset the password of ${email}?`,
            consequence:
              'Their password stops working and all of their sessions end. You get a one-time password; the user must change it at the next sign-in.',
            verb: 'Reset password',
            onConfirm: () => reset.mutate(),
          })
        }
      >
        Reset password
      </Menu.Item>
      {user.role === 'member' ? (
        <Menu.Item leftSection={<IconGauge size={16} />} onClick={() => onLimits(user)}>
          Edit limits
        </Menu.Item>
      ) : null}
      <Menu.Divider />
      {user.disabled ? (
        <Menu.Item
          leftSection={<IconUserCheck size={16} />}
          onClick={() => change.mutate({ disabled: false })}
        >
          Enable
        </Menu.Item>
      ) : (
        <Menu.Item
          c="var(--mantine-color-error)"
          leftSection={<IconUserOff size={16} />}
          onClick={() =>
            confirm({
              title: `Disable ${email}?`,
              consequence: 'They are signed out now and cannot sign in until you enable them again.',
              verb: 'Disable',
              onConfirm: () => change.mutate({ disabled: true }),
            })
          }
        >
          Disable
        </Menu.Item>
      )}
    </>
  );
}

function useUserActions({ id, email }: User, onIssued: UserMenuProps['onIssued']) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: USERS });
  const change = useMutation({
    mutationFn: (changes: UserChanges) => changeUser(id, changes),
    onSuccess: async () => {
      notifySuccess(`${email} saved.`);
      await refresh();
    },
    onError: notifyError,
  });
  const reset = useMutation({
    mutationFn: () => resetPassword(id),
    onSuccess: async ({ password }) => {
      if (password !== undefined) onIssued({ email, password });
      await refresh();
    },
    onError: notifyError,
  });
  return { change, reset };
}
