import { eventually } from '../harness/index.js';
import { ask } from './ask.js';
import { type Person } from './people.js';

export interface OwnedObjects {
  origin: string;
  admin: Person;
  owner: Person;
  /** Writes the pending usage records now; otherwise this happens twice a second. */
  flushUsage?: () => Promise<unknown>;
}

export interface OwnedToken {
  id: string;
  key: string;
}

let count = 0;

/** A token of the owner, which the gateway has loaded. */
export async function ownedToken(
  { origin, admin, owner }: OwnedObjects,
  settings: object = {},
): Promise<OwnedToken> {
  const { body } = await ask(origin, 'POST /api/tokens', {
    headers: admin.headers,
    body: { name: `token ${(count += 1)} of ${owner.email}`, owner: owner.email, ...settings },
  });
  const token = { id: String(body['id']), key: String(body['key']) };
  const headers = { authorization: `Bearer ${token.key}` };
  await eventually(async () => {
    const { status } = await ask(origin, 'GET /v1/models', { headers });
    return status === 200 ? true : undefined;
  });
  return token;
}

/** The id of a task that no worker processes. */
export async function queuedTask(
  { origin }: OwnedObjects,
  { key }: OwnedToken,
  members: object = {},
): Promise<string> {
  const { body } = await ask(origin, 'POST /v1/video/generations', {
    headers: { authorization: `Bearer ${key}` },
    body: { model: 'sandbox-video', prompt: `a cat ${(count += 1)}`, ...members },
  });
  return String(body['task_id']);
}

export async function cancelledTask(
  owned: OwnedObjects,
  token: OwnedToken,
  members: object = {},
): Promise<string> {
  const id = await queuedTask(owned, token, members);
  const { headers } = owned.admin;
  const { body } = await ask(owned.origin, `POST /api/tasks/${id}/cancel`, { headers });
  if (body['status'] !== 'cancelled') throw new Error(JSON.stringify(body));
  return id;
}

/** The id of a request that is finished and stored. */
export async function answeredRequest(
  { origin, admin, flushUsage }: OwnedObjects,
  { key }: OwnedToken,
  members: object = {},
  sent: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { headers } = await ask(origin, 'POST /v1/chat/completions', {
    headers: { authorization: `Bearer ${key}`, ...sent },
    body: { model: 'sandbox-chat', messages: [{ role: 'user', content: 'Hello!' }], ...members },
  });
  const id = headers.get('x-request-id') ?? '';
  await eventually(async () => {
    await flushUsage?.();
    const { status } = await ask(origin, `GET /api/requests/${id}`, { headers: admin.headers });
    return status === 200 ? true : undefined;
  });
  return id;
}

/** The id of a request whose content is recorded. */
export async function recordedRequest(owned: OwnedObjects): Promise<string> {
  const { origin, admin } = owned;
  const id = await answeredRequest(owned, await ownedToken(owned, { store_content: { ttl_days: 1 } }));
  await eventually(async () => {
    const { body } = await ask(origin, `GET /api/requests/${id}`, { headers: admin.headers });
    return typeof body['content_expires_at'] === 'string' || undefined;
  });
  return id;
}

/** The id of a webhook that waits for a worker. */
export async function pendingDelivery(owned: OwnedObjects): Promise<string> {
  const token = await ownedToken(owned, { webhook: { url: 'https://hooks.example/video' } });
  await cancelledTask(owned, token);
  const { body } = await ask(owned.origin, `GET /api/webhook-deliveries?token=${token.id}`, {
    headers: owned.admin.headers,
  });
  const [delivery] = body['data'] as { id: string }[];
  if (delivery === undefined) throw new Error('a task that ends is told of');
  return delivery.id;
}
