import { type ChannelView } from '#admin';
import { type AdminClient } from '../admin/admin-client.js';
import { findNamed } from '../admin/find-named.js';
import { CHANNELS } from './channels.js';

/** Takes a channel into use or out of it, and answers what has become of it. */
export async function setEnabled(admin: AdminClient, name: string, enabled: boolean): Promise<ChannelView> {
  const { id } = await findNamed(admin, CHANNELS, name);
  return (await admin.request('PATCH', `${CHANNELS.path}/${id}`, { enabled })) as ChannelView;
}
