import { type Surface } from '#admission';
import { type TestGateway } from '../harness/index.js';
import { RealtimeClient } from '../realtime/realtime-client.js';
import { VIDEO_MODEL, retryFailedTask } from './console-retry.js';

export const AGENT = 'a-client/1.0';
/** The sandbox flags it as violence. */
const THREAT = 'I will kill you tonight';
const SLOW = '[[delay=1000]] [[words=3]] ';

export interface RefusalCase {
  title: string;
  /** The settings of its token. */
  token?: object;
  send: (gateway: TestGateway, key: string) => Promise<void>;
  recorded: Record<string, unknown>;
}

type RefusalCases = readonly [RefusalCase, ...RefusalCase[]];

export const post =
  (path: string, body: unknown, times = 1): RefusalCase['send'] =>
  async (gateway, key) => {
    for (let index = 0; index < times; index += 1) {
      const response = await fetch(gateway.origin + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'user-agent': AGENT },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
      await response.arrayBuffer();
    }
  };

type Frames = readonly (object | string | Buffer)[];

/** Sends these messages and waits for an error. */
const overSocket =
  (path: string, frames: Frames): RefusalCase['send'] =>
  async (gateway, token) => {
    const headers = { 'user-agent': AGENT };
    const client = await RealtimeClient.connect(gateway.baseUrl + path, { token, headers });
    if (path.startsWith('/realtime')) await client.next('session.created');
    for (const frame of frames) {
      if (typeof frame === 'string' || Buffer.isBuffer(frame)) client.socket.send(frame);
      else client.send(frame);
    }
    await client.until(() => client.events.find(isRefusal), 'the refusal');
    client.close();
    await client.whenClosed();
  };

function isRefusal({ type, response }: Record<string, unknown>): boolean {
  return type === 'error' || (response as { status?: string } | undefined)?.status === 'failed';
}

const chat = (text: string) => ({ model: 'sandbox-chat', messages: [{ role: 'user', content: text }] });
const create = (input: string) => ({ type: 'response.create', model: 'sandbox-chat', input });
const item = (text: string) => ({
  type: 'conversation.item.create',
  item: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
});
const RESPOND = { type: 'response.create', response: { output_modalities: ['text'] } };
const BRIDGED = '/realtime?model=sandbox-chat';
const PASSED = '/realtime?model=realtime';

const HTTP: RefusalCases = [
  {
    title: 'a limit',
    token: { rpm: 1 },
    send: post('/v1/chat/completions', chat('hello'), 2),
    recorded: { outcome: 'rate-limited', path: '/v1/chat/completions', status: 429 },
  },
  {
    title: 'a policy',
    send: post('/v1/chat/completions', chat(THREAT)),
    recorded: { outcome: 'content-policy', model: 'sandbox-chat', status: 400 },
  },
  {
    title: 'a video of an unknown model',
    send: post('/v1/videos', { model: 'nothing', prompt: 'a harbour' }),
    recorded: { outcome: 'model-not-found', operation: 'video', format: 'openai-videos' },
  },
  {
    title: 'a video that a policy refuses',
    send: post('/v1/video/generations', { model: 'sandbox-video', prompt: THREAT }),
    recorded: { outcome: 'content-policy', operation: 'video', model: 'sandbox-video' },
  },
  {
    title: 'a background response of an unknown model',
    send: post('/v1/responses', { model: 'nothing', input: 'hello', background: true }),
    recorded: { outcome: 'model-not-found', path: '/v1/responses' },
  },
  {
    title: 'a background response that is not to be stored',
    send: post('/v1/responses', { model: 'sandbox-chat', input: 'hello', background: true, store: false }),
    recorded: { outcome: 'invalid-value', error_param: 'store' },
  },
];

const RESPONSES_SOCKET: RefusalCases = [
  {
    title: 'a limit',
    token: { rpm: 1 },
    send: overSocket('/responses', [create('hello'), create('hello')]),
    recorded: { outcome: 'rate-limited', operation: 'chat', format: 'openai-responses' },
  },
  {
    title: 'a policy',
    send: overSocket('/responses', [create(THREAT)]),
    recorded: { outcome: 'content-policy', model: 'sandbox-chat' },
  },
  {
    title: 'a message while others run and wait',
    send: overSocket('/responses', [create(SLOW), create(SLOW), create('hello')]),
    recorded: { outcome: 'wrong-state', error_code: 'response_in_progress', format: 'openai-responses' },
  },
  {
    title: 'a message that is no JSON',
    send: overSocket('/responses', ['hello']),
    recorded: { outcome: 'invalid-json' },
  },
  {
    title: 'a binary message',
    send: overSocket('/responses', [Buffer.from('hello')]),
    recorded: { outcome: 'invalid-request' },
  },
];

const REALTIME: RefusalCases = [
  {
    title: 'a limit, passed through',
    token: { rpm: 1 },
    send: overSocket(PASSED, [RESPOND]),
    recorded: { outcome: 'rate-limited', operation: 'realtime', model: 'realtime' },
  },
  {
    title: 'a policy, passed through',
    send: overSocket(PASSED, [item(THREAT)]),
    recorded: { outcome: 'content-policy', format: 'openai-realtime', model: 'realtime' },
  },
  {
    title: 'another model, passed through',
    send: overSocket(PASSED, [{ type: 'session.update', session: { type: 'realtime', model: 'other' } }]),
    recorded: { model: 'realtime', format: 'openai-realtime' },
  },
  {
    title: 'a limit, bridged',
    token: { rpm: 1 },
    send: overSocket(BRIDGED, [item('hello'), RESPOND]),
    recorded: { outcome: 'rate-limited' },
  },
  {
    title: 'a policy, bridged',
    send: overSocket(BRIDGED, [item(THREAT), RESPOND]),
    recorded: { outcome: 'content-policy' },
  },
  {
    title: 'a response while another one runs, bridged',
    send: overSocket(BRIDGED, [item(SLOW), RESPOND, RESPOND]),
    recorded: { outcome: 'wrong-state', error_code: 'conversation_already_has_active_response' },
  },
  {
    title: 'an event of an unknown type, bridged',
    send: overSocket(BRIDGED, [{ type: 'response.sing' }]),
    recorded: { outcome: 'invalid-value', error_param: 'type', model: 'sandbox-chat' },
  },
  {
    title: 'a token that is revoked',
    send: async (gateway, token) => {
      const headers = { 'user-agent': AGENT };
      const client = await RealtimeClient.connect(gateway.baseUrl + BRIDGED, { token, headers });
      await client.next('session.created');
      await gateway.database.query(
        `UPDATE tokens SET enabled = false WHERE name = 'a token that is revoked'`,
      );
      await client.whenClosed();
    },
    recorded: { outcome: 'disabled-token', model: 'sandbox-chat' },
  },
];

/** Creates a response that the worker does not run, because of what happens before the worker starts. */
const ordered =
  (happening: string): RefusalCase['send'] =>
  async (gateway, key) => {
    await post('/v1/responses', { model: 'sandbox-chat', input: 'hello', background: true })(gateway, key);
    await gateway.database.query(happening);
  };

const BACKGROUND: RefusalCases = [
  {
    title: 'a token that is disabled before the run',
    send: ordered(`UPDATE tokens SET enabled = false WHERE name = 'a token that is disabled before the run'`),
    recorded: { outcome: 'disabled-token' },
  },
  {
    title: 'a deadline that has passed',
    send: ordered(
      `UPDATE background_responses SET deadline_at = now() - interval '1 second' FROM tokens
       WHERE tokens.id = token_id AND name = 'a deadline that has passed'`,
    ),
    recorded: { outcome: 'internal-error' },
  },
];

const retry =
  (times: number): RefusalCase['send'] =>
  async (gateway, key) => {
    for (let index = 0; index < times; index += 1) await retryFailedTask(gateway, key);
  };

/** The client is the browser of the admin, whose user agent is not recorded. */
const OF_CONSOLE = { operation: 'video', model: VIDEO_MODEL, method: 'POST', user_agent: null };

const CONSOLE: RefusalCases = [
  {
    title: 'a limit',
    token: { rpm: 1 },
    send: retry(2),
    recorded: { ...OF_CONSOLE, outcome: 'rate-limited', status: 429 },
  },
  {
    title: 'a model that the token may not use',
    token: { models: ['other'] },
    send: retry(1),
    recorded: { ...OF_CONSOLE, outcome: 'model-not-allowed', status: 403 },
  },
];

/** Rejected requests, and their records. A surface without cases does not compile. */
export const REFUSAL_CASES: Readonly<Record<Surface, RefusalCases>> = {
  http: HTTP,
  'responses-socket': RESPONSES_SOCKET,
  realtime: REALTIME,
  background: BACKGROUND,
  console: CONSOLE,
};
