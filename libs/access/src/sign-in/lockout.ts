import { type UserEntity } from '../users/user.entity.js';

/** The start of a lockout after failed sign-ins. It is reported once, even if further failures extend it. */
export interface Lockout {
  /** The locked account, or the locked address or network. */
  of: { user: UserEntity } | { network: string };
  until: Date;
  /** The address of the last attempt. */
  address: string;
  requestId?: string;
}
