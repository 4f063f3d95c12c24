import { type UserView } from '#admin';
import { type NamedThings } from '../admin/find-named.js';

/** Users are known by their addresses, however these are written. */
export const USERS: NamedThings<UserView> = {
  noun: 'user',
  path: '/api/users',
  filter: 'email',
  isNamed: ({ email }, name) => email === name.trim().toLowerCase(),
};

export const USER_ROLES = ['admin', 'member'] as const satisfies readonly UserView['role'][];
