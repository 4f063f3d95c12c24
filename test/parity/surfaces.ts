import { gzipSync } from 'node:zlib';
import { type Surface } from '#admission';
import { type TestGateway } from '../harness/index.js';
import { RealtimeClient, type ServerEvent, UpgradeRefusal } from '../realtime/realtime-client.js';
import { retryFailedTask } from './console-retry.js';
import { type NotApplicable, never } from './row.js';

export type Outcome = 'served' | 'refused' | 'overloaded';

/** Sent with every request, and expected in its record. */
export const ORIGIN_HEADERS = { 'user-agent': 'parity/1.0', 'x-session-id': 'session-of-an-agent' };

/** Sends a request with this prompt. */
export type Send = (gateway: TestGateway, token: string, prompt: string) => Promise<Outcome>;

/** The rules that apply to every call of a model. */
export const GUARANTEES = [
  'rpm',
  'tpm',
  'requestsPerDay',
  'concurrency',
  'budget',
  'models',
  'policies',
  'origin',
  'memory',
] as const;
export type Guarantee = (typeof GUARANTEES)[number];

export interface SurfaceRow extends Readonly<Record<Guarantee, true | NotApplicable>> {
  /** Every kind of request that this surface accepts. A surface without any does not compile. */
  sends: readonly [NamedSend, ...NamedSend[]];
}

interface NamedSend {
  kind: string;
  send: Send;
}

const OVERLOADED = 'server_is_overloaded';

interface Posted {
  body: string | Buffer | ReadableStream;
  headers?: Record<string, string>;
}

async function post(gateway: TestGateway, token: string, { body, headers }: Posted): Promise<Outcome> {
  const response = await fetch(`${gateway.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...ORIGIN_HEADERS,
      ...headers,
    },
    body,
    duplex: 'half',
  });
  await response.arrayBuffer();
  return readOutcome(response);
}

function readOutcome({ ok, status }: Response): Outcome {
  if (ok) return 'served';
  if (status === 503) return 'overloaded';
  if (![402, 403, 429].includes(status)) throw new Error(`status ${status}`);
  return 'refused';
}

/** The error in the event that ends a response on a socket. */
function readRefusal({ type, error }: ServerEvent): Outcome | undefined {
  if (type !== 'error') return undefined;
  return (error as { code?: string }).code === OVERLOADED ? 'overloaded' : 'refused';
}

const chat = (prompt: string): string =>
  JSON.stringify({ model: 'sandbox-chat', messages: [{ role: 'user', content: prompt }] });

const knownLength: Send = (gateway, token, prompt) => post(gateway, token, { body: chat(prompt) });

const chunked: Send = (gateway, token, prompt) =>
  post(gateway, token, { body: new Blob([chat(prompt)]).stream() });

const compressed: Send = (gateway, token, prompt) =>
  post(gateway, token, { body: gzipSync(chat(prompt)), headers: { 'content-encoding': 'gzip' } });

const isEnd = ({ type }: ServerEvent): boolean =>
  type === 'response.completed' || type === 'response.incomplete' || type === 'error';

const socketMessage: Send = async (gateway, token, prompt) => {
  const client = await RealtimeClient.connect(`${gateway.baseUrl}/responses`, {
    token,
    headers: ORIGIN_HEADERS,
  });
  client.send({ type: 'response.create', model: 'sandbox-chat', input: prompt });
  const end = await client.until(() => client.events.find(isEnd), 'the end of a response');
  client.close();
  return readRefusal(end) ?? 'served';
};

const isOver = ({ type }: ServerEvent): boolean => type === 'response.done' || type === 'error';

const sessionResponse: Send = async (gateway, token, prompt) => {
  const url = `${gateway.baseUrl}/realtime?model=sandbox-chat`;
  const client = await RealtimeClient.connect(url, { token, headers: ORIGIN_HEADERS }).catch(
    toUndefinedIfRefused,
  );
  if (client === undefined) return 'refused';
  const content = [{ type: 'input_text', text: prompt }];
  client.send({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content } });
  client.send({ type: 'response.create', response: { output_modalities: ['text'] } });
  const end = await client.until(() => client.events.find(isOver), 'the end of a response');
  client.close();
  const refusal = readRefusal(end);
  if (refusal !== undefined) return refusal;
  const { status } = end['response'] as { status: string };
  return status === 'completed' || status === 'incomplete' ? 'served' : 'refused';
};

function toUndefinedIfRefused(error: unknown): undefined {
  if (!(error instanceof UpgradeRefusal)) throw error;
}

/** One request after the other: only their runs are to be concurrent. */
let ordering: Promise<unknown> = Promise.resolve();

const backgroundRun: Send = async (gateway, token, prompt) => {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    ...ORIGIN_HEADERS,
  };
  const body = JSON.stringify({ model: 'sandbox-chat', input: prompt, background: true });
  const created = ordering.then(() =>
    fetch(`${gateway.baseUrl}/responses`, { method: 'POST', headers, body }),
  );
  ordering = created;
  const response = await created;
  const { id } = (await response.json()) as { id: string };
  if (response.status === 403) return 'refused';
  const giveUpAt = performance.now() + 3_000;
  // A run that is over a limit waits: it has neither begun nor failed.
  while (performance.now() < giveUpAt) {
    const read = await fetch(`${gateway.baseUrl}/responses/${id}`, { headers });
    const { status, error } = (await read.json()) as { status: string; error?: { message: string } };
    if (status === 'completed' || status === 'incomplete') return 'served';
    if (error?.message.includes('budget') === true) return 'refused';
    if (status === 'failed') throw new Error('a run that had to wait has failed');
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
  return 'refused';
};

const consoleRetry: Send = async (gateway, token) => readOutcome(await retryFailedTask(gateway, token));

const ALL = {
  rpm: true,
  tpm: true,
  requestsPerDay: true,
  concurrency: true,
  budget: true,
  models: true,
  policies: true,
  origin: true,
  memory: true,
} as const;

/** Where calls of models come from. A surface without a row, or a row without a guarantee, does not compile. */
export const SURFACE_ROWS: Readonly<Record<Surface, SurfaceRow>> = {
  http: {
    sends: [
      { kind: 'of known length', send: knownLength },
      { kind: 'in chunks', send: chunked },
      { kind: 'compressed', send: compressed },
    ],
    ...ALL,
  },
  'responses-socket': { sends: [{ kind: 'as a message', send: socketMessage }], ...ALL },
  realtime: {
    sends: [{ kind: 'in a session', send: sessionResponse }],
    ...ALL,
    rpm: never('the session counts as a request too, which sessions.cases.ts proves'),
    requestsPerDay: never('the session counts as a request too'),
    concurrency: never('the session holds the slot, which sessions.cases.ts proves'),
  },
  background: {
    sends: [{ kind: 'in the background', send: backgroundRun }],
    ...ALL,
    rpm: never('the request that created it was counted over HTTP'),
    requestsPerDay: never('the request that created it was counted over HTTP'),
    concurrency: never('runs that wait for a slot begin when others end; background-responses proves it'),
    memory: never('its body is counted over HTTP; stored-conversations.spec.ts proves what a run loads'),
  },
  console: {
    sends: [{ kind: 'of a failed video task', send: consoleRetry }],
    ...ALL,
    tpm: never('a task uses no tokens'),
    concurrency: never('a retry only stores the task, so no call of the model is running'),
    policies: never('the stored request was changed by the policies when it was accepted first'),
    origin: never('a retry has the session of the first request, which tasks.spec.ts proves, and no client'),
    memory: never('a stored request of a video is a few kilobytes'),
  },
};
