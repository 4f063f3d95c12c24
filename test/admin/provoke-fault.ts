import { RawClient } from '../e2e/raw-client.js';
import { type FakeUpstream } from '../fake-upstream/index.js';
import { type TestGateway, eventually } from '../harness/index.js';
import { ask } from './ask.js';
import { CHANNEL_KEY, type OutcomeFault } from './outcome-faults.js';
import { type Person } from './people.js';
import { findFreePort } from '../small-server/index.js';

const MESSAGES = [{ role: 'user', content: 'one two three' }];
const TIMEOUTS = { firstByteMs: 150, idleMs: 150 };

/** A channel to the fake upstream, and one to an address where nothing listens. */
export async function faultyChannels(upstream: FakeUpstream) {
  const channel = { provider: 'openai-compatible', apiKey: CHANNEL_KEY };
  return [
    { ...channel, name: 'main', baseUrl: upstream.url, models: ['m'], timeouts: TIMEOUTS },
    { ...channel, name: 'gone', baseUrl: `http://127.0.0.1:${await findFreePort()}/v1`, models: ['gone'] },
  ];
}

export interface FaultStage {
  gateway: TestGateway;
  upstream: FakeUpstream;
  admin: Person;
}

/** Sends a request that ends with this fault; returns its id once it is stored. */
export async function provokeFault(
  { reply, isStreamed = false, clientLeavesAfter }: OutcomeFault,
  stage: FaultStage,
): Promise<string> {
  const { gateway, upstream } = stage;
  if (reply !== undefined) upstream.script(reply);
  const model = reply === undefined ? 'gone' : 'm';
  const sent = upstream.received.length;
  return sendAndFind(async () => {
    const client = RawClient.post(gateway, { model, messages: MESSAGES, stream: isStreamed });
    if (clientLeavesAfter === undefined) return eventually(() => client.head !== '' || undefined);
    await upstream.waitForRequest(sent);
    await client.waitFor(clientLeavesAfter);
    return client.leave();
  }, stage);
}

/** The id of the request that `send` makes, once it is stored. */
export async function sendAndFind(
  send: () => Promise<unknown>,
  stage: FaultStage,
  operation = 'chat',
): Promise<string> {
  const before = await findNewest(stage, operation);
  await send();
  return eventually(async () => {
    const newest = await findNewest(stage, operation);
    return newest === before ? undefined : newest;
  });
}

async function findNewest({ gateway, admin }: FaultStage, operation: string): Promise<string | undefined> {
  await gateway.flushUsage();
  const path = `GET /api/requests?limit=1&operation=${operation}` as const;
  const { body } = await ask(gateway.origin, path, { headers: admin.headers });
  return (body['data'] as { id: string }[])[0]?.id;
}
