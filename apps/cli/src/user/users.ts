import { type UserView, type UserWithPasswordView } from '#admin';
import { type NamedResources } from '../admin/find-named.js';

/** Users are identified by their email addresses, ignoring case. */
export const USERS: NamedResources<UserView> = {
  noun: 'user',
  path: '/api/users',
  filter: 'email',
  isNamed: ({ email }, name) => email === name.trim().toLowerCase(),
};

export const USER_ROLES = ['admin', 'member'] as const satisfies readonly UserView['role'][];

/** Shows a generated password, which is not stored and cannot be shown again. Empty if there is none. */
export function describePassword({ password }: UserWithPasswordView): string[] {
  if (password === undefined) return [];
  return [`Password (shown only once): ${password}`, 'It must be changed at the next sign-in.'];
}
