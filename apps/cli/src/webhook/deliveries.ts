import { type WebhookDeliveryView } from '#admin';
import { type AdminClient } from '../admin/admin-client.js';
import { AdminRefusal } from '../admin/admin-refusal.js';
import { readList } from '../admin/read-list.js';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';

export interface DeliveryFilter {
  from: string | undefined;
  /** The id of a token. */
  token: string | undefined;
  state: string | undefined;
}

const PATH = '/api/webhook-deliveries';
const CONFLICT = 409;
const NOT_FOUND = 404;

/** The oldest first: receivers learn of things in the order in which they happened. */
export async function findDeliveries(
  admin: AdminClient,
  filter: DeliveryFilter,
): Promise<WebhookDeliveryView[]> {
  const { data } = await readList<WebhookDeliveryView>(admin, PATH, { ...filter });
  return data.toReversed();
}

/** The one with this id, where it fits the filter too. */
export async function findDelivery(
  admin: AdminClient,
  id: string,
  { from, token, state }: DeliveryFilter,
): Promise<WebhookDeliveryView[]> {
  try {
    const delivery = (await admin.request('GET', toPlace(id))) as WebhookDeliveryView;
    const fits =
      (from === undefined || delivery.created_at >= from) &&
      (token === undefined || delivery.token_id === token) &&
      (state === undefined || delivery.state === state);
    return fits ? [delivery] : [];
  } catch (error) {
    if (!(error instanceof AdminRefusal) || error.status !== NOT_FOUND) throw error;
    throw new CommandFailure(`There is no webhook "${id}".`, exitCodes.notFound);
  }
}

/** Undefined where it is being sent right now. */
export async function replayDelivery(
  admin: AdminClient,
  id: string,
): Promise<WebhookDeliveryView | undefined> {
  try {
    return (await admin.request('POST', `${toPlace(id)}/replay`, {})) as WebhookDeliveryView;
  } catch (error) {
    if (error instanceof AdminRefusal && error.status === CONFLICT) return undefined;
    throw error;
  }
}

function toPlace(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`;
}
