import { ask } from '../../admin/ask.js';
import {
  type OwnedObjects,
  answeredRequest,
  cancelledTask,
  ownedToken,
  pendingDelivery,
} from '../../admin/owned-objects.js';

/** Ids of the objects that exist, so that every page shows something. */
export interface SampleObjects {
  tokenId: string;
  channelId: string;
  requestId: string;
  failedRequestId: string;
  refusedRequestId: string;
  taskId: string;
  userId: string;
  team: string;
}

export async function createSampleObjects(owned: OwnedObjects, upstreamUrl: string): Promise<SampleObjects> {
  const { origin, admin, owner } = owned;
  const token = await ownedToken(owned, { budget: { usd: 5, period: 'monthly' }, rpm: 60 });
  const { body } = await ask(origin, 'POST /api/channels', {
    headers: admin.headers,
    body: {
      name: 'an account of ours',
      provider: 'openai-compatible',
      base_url: upstreamUrl,
      api_keys: ['sk-upstream-1'],
      models: ['m', { id: 'fast', upstream: 'm' }, 'gpt-5-nano'],
    },
  });
  const team = 'the team of the east';
  await ask(origin, 'POST /api/tokens', { headers: admin.headers, body: { name: 'of a team', owner: team } });
  await pendingDelivery(owned);
  return {
    userId: owner.id,
    team: encodeURIComponent(team),
    tokenId: token.id,
    channelId: String(body['id']),
    requestId: await answeredRequest(owned, token, {}, { 'x-session-id': `session-${'x'.repeat(100)}` }),
    failedRequestId: await answeredRequest(owned, token, {
      messages: [{ role: 'user', content: '[[status=413]]' }],
    }),
    refusedRequestId: await answeredRequest(owned, token, { model: 'no-such-model' }),
    taskId: await cancelledTask(owned, token),
  };
}
