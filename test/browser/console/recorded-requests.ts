import { ask } from '../../admin/ask.js';
import { type Person } from '../../admin/people.js';
import { TEST_TOKEN, type TestGateway, eventually } from '../../harness/index.js';

interface Sent {
  content?: string;
  session?: string;
  /** Additional members of the body. */
  members?: object;
}

/** Sends a chat completion. */
export async function askModel(
  { origin }: Pick<TestGateway, 'origin'>,
  model: string,
  { content = 'Hello', session, members }: Sent = {},
): Promise<void> {
  await ask(origin, 'POST /v1/chat/completions', {
    headers: {
      authorization: `Bearer ${TEST_TOKEN}`,
      ...(session === undefined ? {} : { 'x-session-id': session }),
    },
    body: { model, messages: [{ role: 'user', content }], ...members },
  });
}

/** Waits until so many requests are recorded, because an open page does not load them again. */
export async function untilRecorded(
  gateway: TestGateway,
  { headers }: Person,
  { filter, count }: { filter: string; count: number },
): Promise<void> {
  await eventually(async () => {
    await gateway.flushUsage();
    const { body } = await ask(gateway.origin, `GET /api/requests?${filter}`, { headers });
    return (body['data'] as unknown[]).length >= count;
  });
}
