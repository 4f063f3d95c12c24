import { Drain } from '#http-edge';
import { HttpAdapterHost } from '@nestjs/core';
import { type FakeUpstream } from '../fake-upstream/index.js';
import { type TestGateway, eventually } from '../harness/index.js';
import { sendRaw } from '../raw-http/index.js';
import { RealtimeClient, getRefusal } from '../realtime/realtime-client.js';
import { ask } from './ask.js';
import { type Person } from './people.js';

export interface OutcomeStage {
  gateway: TestGateway;
  upstream: FakeUpstream;
  admin: Person;
  /** While it is fast, the gateway is overloaded. */
  clock: { isFast: boolean };
  /** Starts a worker for video tasks, unless one is running. */
  startWorker: () => Promise<unknown>;
}

/** Makes a request end with an outcome. Returns the id of the request. */
export type Cause = (stage: OutcomeStage) => Promise<string>;

export interface SentRequest {
  path?: string;
  method?: string;
  /** Sent as JSON, unless it is a text. */
  body?: unknown;
  headers?: Record<string, string>;
  /** The name of a token. */
  token?: string;
  signal?: AbortSignal;
}

export const keyFor = (name: string): string => `sk-mg-${name}-0123456789abcdef0123`;

export const CHAT = { model: 'sandbox-chat', messages: [{ role: 'user', content: 'hello' }] };
const VIDEO = '/v1/video/generations';
const RUNNING = {
  ...CHAT,
  stream: true,
  messages: [{ role: 'user', content: '[[pace=50]] [[words=1000]]' }],
};
const BACKGROUND = { model: 'sandbox-chat', input: 'hello', background: true };
/** The error code while the first request of an idempotency key is running. */
const IN_FLIGHT = 'idempotency_in_progress';
/** More than are started in one iteration of the event loop, so some have to wait. */
const BURST = 40;
/** In a realtime conversation. */
const MAX_ITEMS = 1_000;

function open({ origin }: Pick<TestGateway, 'origin'>, sent: SentRequest): Promise<Response> {
  const { path = '/v1/chat/completions', method = 'POST', body, headers, token = 'usual', signal } = sent;
  return fetch(origin + path, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token === '' ? {} : { authorization: `Bearer ${keyFor(token)}` }),
      ...headers,
    },
    body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    signal,
  });
}

async function send(
  stage: Pick<OutcomeStage, 'gateway'>,
  sent: SentRequest,
): Promise<{ status: number; id: string; body: Record<string, unknown> }> {
  const response = await open(stage.gateway, sent);
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('application/json') === true;
  return {
    status: response.status,
    id: response.headers.get('x-request-id') ?? '',
    body: (isJson ? JSON.parse(text) : {}) as Record<string, unknown>,
  };
}

export const sending =
  (sent: SentRequest): Cause =>
  async (stage) =>
    (await send(stage, sent)).id;

/**
 * The first request succeeds, and the second one ends with the outcome. The client can have the whole response before
 * the gateway has stored that the first request is complete, so the second one is repeated until then.
 */
export const sendingTwice =
  (first: SentRequest, second = first): Cause =>
  async (stage) => {
    const { status } = await send(stage, first);
    if (status !== 200) throw new Error(`the first request ended with ${status}`);
    return eventually(async () => {
      const { id, body } = await send(stage, second);
      return JSON.stringify(body).includes(IN_FLIGHT) ? undefined : id;
    });
  };

/** The second request is sent while the response to the first one is sent. */
export const sendingMeanwhile =
  (first: SentRequest): Cause =>
  async (stage) => {
    const abort = new AbortController();
    const running = { ...first, body: RUNNING };
    await open(stage.gateway, { ...running, signal: abort.signal });
    const { id } = await send(stage, running);
    abort.abort();
    return id;
  };

/** Sends these lines and headers, which no HTTP client would send. */
export const sendingBytes =
  (line: string, headers: readonly string[]): Cause =>
  async ({ gateway }) => {
    const authorization = `authorization: Bearer ${keyFor('usual')}`;
    const head = [`${line} HTTP/1.1`, authorization, ...headers, '', ''].join('\r\n');
    const { answers } = await sendRaw(gateway.origin, head, { answers: 1 });
    return answers[0]?.headers['x-request-id'] ?? '';
  };

export const usingDisabledToken: Cause = async (stage) => {
  await stage.gateway.database.query(`UPDATE tokens SET enabled = false WHERE name = 'disabled'`);
  return eventually(async () => {
    const { status, id } = await send(stage, { body: CHAT, token: 'disabled' });
    return status === 200 ? undefined : id;
  });
};

/** Deletes a background response that no worker has begun. */
export const deletingUnfinished: Cause = async (stage) => {
  const { body } = await send(stage, { path: '/v1/responses', body: BACKGROUND });
  return (await send(stage, { path: `/v1/responses/${String(body['id'])}`, method: 'DELETE' })).id;
};

export const reachingStorageQuota = sendingTwice({
  path: '/v1/responses',
  body: BACKGROUND,
  token: 'hoarder',
});

/** Stores a background response while inserts into its table fail with this error code of Postgres. */
export const failingInsert =
  (code: string): Cause =>
  async (stage) => {
    const { database } = stage.gateway;
    await database.query(`
      CREATE FUNCTION fail_insert() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'no insert' USING ERRCODE = '${code}'; END $$;
      CREATE TRIGGER fail_insert BEFORE INSERT ON background_responses EXECUTE FUNCTION fail_insert()`);
    try {
      return (await send(stage, { path: '/v1/responses', body: BACKGROUND, token: 'broken' })).id;
    } finally {
      await database.query('DROP FUNCTION fail_insert CASCADE');
    }
  };

/** Sends many requests at once until one of them waits, which is too long. */
export const overloading: Cause = async (stage) => {
  stage.clock.isFast = true;
  try {
    return await eventually(async () => {
      const sent = await Promise.all(Array.from({ length: BURST }, () => send(stage, { body: CHAT })));
      return sent.find(({ status }) => status === 503)?.id;
    });
  } finally {
    stage.clock.isFast = false;
  }
};

/** Sends the beginning of its headers, and nothing more. */
export const neverFinishing: Cause = async ({ gateway }) => {
  const server = gateway.get(HttpAdapterHost).httpAdapter.getHttpServer() as { headersTimeout: number };
  const { headersTimeout } = server;
  server.headersTimeout = 100;
  try {
    const { answers } = await sendRaw(gateway.origin, 'POST /v1/chat/completions HTTP/1.1\r\nhost: ', {
      answers: 1,
    });
    return answers[0]?.headers['x-request-id'] ?? '';
  } finally {
    server.headersTimeout = headersTimeout;
  }
};

/** Adds items to a conversation until there is no room for another one. */
export const fillingConversation: Cause = async ({ gateway }) => {
  const url = `${gateway.baseUrl}/realtime?model=sandbox-chat`;
  const client = await RealtimeClient.connect(url, { token: keyFor('usual') });
  await client.next('session.created');
  const item = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hello' }] };
  for (let items = 0; items <= MAX_ITEMS; items += 1) client.send({ type: 'conversation.item.create', item });
  await client.next('error');
  client.close();
  return `${client.requestId}-refused-1`;
};

/** Opens a session after the process has been told to stop. Afterwards, the gateway accepts no session. */
export const stopping: Cause = async ({ gateway }) => {
  gateway.get(Drain).begin(60_000);
  const url = `${gateway.baseUrl}/realtime?model=sandbox-chat`;
  const { headers } = await getRefusal(url, { token: keyFor('usual') });
  return String(headers['x-request-id']);
};

async function createTask(stage: OutcomeStage, model: string): Promise<string> {
  await stage.startWorker();
  const { body } = await send(stage, { path: VIDEO, body: { model, prompt: 'a harbour' } });
  return String(body['task_id']);
}

/** Creates a task and waits until its video is being made, which never ends. */
async function runTask(stage: OutcomeStage): Promise<string> {
  stage.upstream.videos.set({ outcome: 'never', durationMs: 1 });
  const id = await createTask(stage, 'video');
  await eventually(async () => {
    const { body } = await send(stage, { path: `${VIDEO}/${id}`, method: 'GET' });
    return body['status'] === 'in_progress' || undefined;
  });
  return id;
}

export const cancellingTask: Cause = async (stage) => {
  const { gateway, admin } = stage;
  const id = await runTask(stage);
  await ask(gateway.origin, `POST /api/tasks/${id}/cancel`, { headers: admin.headers });
  return id;
};

/** The upstream no longer finds the video. */
export const losingVideo: Cause = async (stage) => {
  const id = await runTask(stage);
  stage.upstream.videos.nextStatus('404', 100);
  return id;
};

/** The upstream accepts the task and closes the connection without a response. */
export const losingResponse: Cause = async (stage) => {
  stage.upstream.videos.nextCreate('accept-then-reset');
  return createTask(stage, 'clip');
};
