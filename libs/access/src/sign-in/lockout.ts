import { type UserEntity } from '../users/user.entity.js';

/** The beginning of a time in which no more attempts to sign in are made. However long it becomes, it begins once. */
export interface Lockout {
  /** Whose it is: that of an account that somebody has, or of an address (or a network of such). */
  of: { user: UserEntity } | { network: string };
  until: Date;
  /** Where the last attempt came from. */
  address: string;
  requestId?: string;
}
