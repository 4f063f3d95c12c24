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

/** The gateway of a row, and who creates its objects. */
export interface Scene {
  origin: string;
  /** The owner of the objects. */
  owner: Person;
  admin: Person;
}

export interface MatrixRow {
  /** The scope that an admin token needs; undefined if no scope is enough. */
  scope?: AdminScope;
  /** The path of an object that belongs to the owner, if the route has an `:id`. Created for every caller. */
  path?: (scene: Scene) => Promise<`/${string}`>;
  body?: (scene: Scene) => object;
  expected: Record<CallerKind, number>;
}

/** For what members may do with their own objects. */
export const ownThings = (status: number): Record<CallerKind, number> => ({
  admin: status,
  'member owner': status,
  'other member': 404,
  'admin token with the scope': status,
  'admin token without it': 403,
  'API token': 401,
  'signed out': 401,
});

/** For lists and new objects, of which every caller has their own. */
export const everybodysOwn = (status: number): Record<CallerKind, number> => ({
  ...ownThings(status),
  'other member': status,
});

/** For objects without an owner. */
export const onlyAdmins = (status: number): Record<CallerKind, number> => ({
  ...ownThings(status),
  'member owner': 403,
  'other member': 403,
});

/** For users, not for scripts. */
export const onlyUsers = (status: number): Record<CallerKind, number> => ({
  ...everybodysOwn(status),
  'admin token with the scope': 403,
});
