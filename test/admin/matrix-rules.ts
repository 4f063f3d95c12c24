import { type AdminScope } from '#rights';
import { type Person } from './people.js';

export const CALLERS = [
  'admin',
  'member owner',
  'other member',
  'admin token with the scope',
  'admin token without it',
  'API token',
  'signed out',
] as const;

export type CallerKind = (typeof CALLERS)[number];

/** Where a row's things are made, and by whom. */
export interface Scene {
  origin: string;
  /** Whose things they are. */
  owner: Person;
  admin: Person;
}

export interface MatrixRow {
  /** What an admin token needs; left out where no scope lets one in. */
  scope?: AdminScope;
  /** The path of something that belongs to the owner, where the route has an `:id`. Made anew for every caller. */
  path?: (scene: Scene) => Promise<`/${string}`>;
  body?: (scene: Scene) => object;
  expected: Record<CallerKind, number>;
}

/** For what members may do with what is theirs. */
export const ownThings = (status: number): Record<CallerKind, number> => ({
  admin: status,
  'member owner': status,
  'other member': 404,
  'admin token with the scope': status,
  'admin token without it': 403,
  'API token': 401,
  'signed out': 401,
});

/** For lists and new things, of which everybody has their own. */
export const everybodysOwn = (status: number): Record<CallerKind, number> => ({
  ...ownThings(status),
  'other member': status,
});

/** For what is nobody's own. */
export const onlyAdmins = (status: number): Record<CallerKind, number> => ({
  ...ownThings(status),
  'member owner': 403,
  'other member': 403,
});

/** For people, not for scripts. */
export const onlyUsers = (status: number): Record<CallerKind, number> => ({
  ...everybodysOwn(status),
  'admin token with the scope': 403,
});
