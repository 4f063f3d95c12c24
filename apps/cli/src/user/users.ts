import { type UserView, type UserWithPasswordView } from '#admin';
import { type NamedThings } from '../admin/find-named.js';

/** Users are known by their addresses, however these are written. */
export const USERS: NamedThings<UserView> = {
  noun: 'user',
  path: '/api/users',
  filter: 'email',
  isNamed: ({ email }, name) => email === name.trim().toLowerCase(),
};

export const USER_ROLES = ['admin', 'member'] as const satisfies readonly UserView['role'][];

/** Says a password that was made up, which nobody can say again. */
export function describePassword({ password }: UserWithPasswordView): string[] {
  if (password === undefined) return [];
  return [
    `The password, which is shown only now: ${password}`,
    'It has to be changed at the first sign-in with it.',
  ];
}
