import { type UserView } from '#admin';
import { type AdminClient } from '../admin/admin-client.js';
import { findNamed } from '../admin/find-named.js';
import { USERS } from './users.js';

/** Lets a user sign in or no longer, and answers what has become of them. */
export async function setDisabled(admin: AdminClient, email: string, disabled: boolean): Promise<UserView> {
  const { id } = await findNamed(admin, USERS, email);
  return (await admin.request('PATCH', `${USERS.path}/${id}`, { disabled })) as UserView;
}
