import { TokenDirectory } from '#access';
import { VideoTasks } from '#video-tasks';
import { People } from '../admin/people.js';
import { admittedCall } from '../harness/admitted-call.js';
import { TEST_TOKEN, type TestGateway } from '../harness/index.js';

export const VIDEO_MODEL = 'sandbox-video';

const REQUEST = { model: VIDEO_MODEL, prompt: 'a harbour', images: [], durationSeconds: 1 };

/** The first task fails before a worker can process it, and has used nothing of its token. */
const FAIL_TASK = `UPDATE video_tasks SET token_id = $2, owner = $3, phase = 'failed', status = 'failed',
  error_code = 502, error_message = 'It failed.', finished_at = clock_timestamp(), version = version + 1 WHERE id = $1`;

const sessions = new WeakMap<TestGateway, Promise<Record<string, string>>>();

/** Retries a failed video task of the token, as an admin does in the console. */
export async function retryFailedTask(gateway: TestGateway, key: string): Promise<Response> {
  const id = await addFailedTask(gateway, key);
  let session = sessions.get(gateway);
  if (session === undefined) sessions.set(gateway, (session = signIn(gateway)));
  return fetch(`${gateway.origin}/api/tasks/${id}/retry`, { method: 'POST', headers: await session });
}

async function addFailedTask(gateway: TestGateway, key: string): Promise<string> {
  const tokens = gateway.get(TokenDirectory);
  const [token, creator] = [tokens.find(key), tokens.find(TEST_TOKEN)];
  if (token === undefined || creator === undefined) throw new Error('the gateway does not know the token');
  const { task } = await gateway.get(VideoTasks).accept({
    admitted: admittedCall(creator),
    request: REQUEST,
    route: 'POST /v1/video/generations',
    body: new Uint8Array(),
    also: async (transaction, { id }) => {
      await transaction.query(FAIL_TASK, [id, token.id, token.owner]);
    },
  });
  return task.id;
}

async function signIn(gateway: TestGateway): Promise<Record<string, string>> {
  const people = await People.of(gateway);
  const { headers } = await people.signedIn('admin');
  await people.leave();
  return headers;
}
