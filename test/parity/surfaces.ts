import { gzipSync } from 'node:zlib';
import { type Surface } from '#admission';
import { type TestGateway } from '../harness/index.js';
import { RealtimeClient, type ServerEvent } from '../realtime/realtime-client.js';
import { type NotApplicable, never } from './row.js';

export type Outcome = 'served' | 'refused';

/** Sends a request that takes a moment and has so many bytes, and tells what became of it. */
export type Send = (gateway: TestGateway, token: string, bytes: number) => Promise<Outcome>;

export interface SurfaceRow {
  /** Every way in which a request of this surface can arrive. */
  sends: Readonly<Record<string, Send>>;
  /** Which limits hold for a call; `never` where another surface has counted it, with the reason. */
  rpm: true | NotApplicable;
  tpm: true | NotApplicable;
  concurrency: true | NotApplicable;
}

const DELAY = '[[delay=400]] [[words=3]] ';

const text = (bytes: number): string => DELAY + 'word '.repeat(Math.ceil(bytes / 5));

interface Posted {
  body: string | Buffer | ReadableStream;
  headers?: Record<string, string>;
}

async function post(gateway: TestGateway, token: string, { body, headers }: Posted): Promise<Outcome> {
  const response = await fetch(`${gateway.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body,
    duplex: 'half',
  });
  await response.arrayBuffer();
  if (response.status !== 200 && response.status !== 429) throw new Error(`an answer of ${response.status}`);
  return response.status === 200 ? 'served' : 'refused';
}

const chat = (bytes: number): string =>
  JSON.stringify({ model: 'sandbox-chat', messages: [{ role: 'user', content: text(bytes) }] });

const knownLength: Send = (gateway, token, bytes) => post(gateway, token, { body: chat(bytes) });

const chunked: Send = (gateway, token, bytes) =>
  post(gateway, token, { body: new Blob([chat(bytes)]).stream() });

const compressed: Send = (gateway, token, bytes) =>
  post(gateway, token, { body: gzipSync(chat(bytes)), headers: { 'content-encoding': 'gzip' } });

const isEnd = ({ type }: ServerEvent): boolean => type === 'response.completed' || type === 'error';

const socketMessage: Send = async (gateway, token, bytes) => {
  const client = await RealtimeClient.connect(`${gateway.baseUrl}/responses`, { token });
  client.send({ type: 'response.create', model: 'sandbox-chat', input: text(bytes) });
  const { type } = await client.until(() => client.events.find(isEnd), 'the end of a response');
  client.close();
  return type === 'error' ? 'refused' : 'served';
};

const sessionResponse: Send = async (gateway, token, bytes) => {
  const url = `${gateway.baseUrl}/realtime?model=sandbox-chat`;
  const client = await RealtimeClient.connect(url, { token });
  const content = [{ type: 'input_text', text: text(bytes) }];
  client.send({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content } });
  client.send({ type: 'response.create', response: { output_modalities: ['text'] } });
  const { response } = await client.next('response.done');
  client.close();
  return (response as { status: string }).status === 'completed' ? 'served' : 'refused';
};

/** One order after the other: it is their runs that are to come together. */
let ordering: Promise<unknown> = Promise.resolve();

const backgroundRun: Send = async (gateway, token, bytes) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ model: 'sandbox-chat', input: text(bytes), background: true });
  const created = ordering.then(() =>
    fetch(`${gateway.baseUrl}/responses`, { method: 'POST', headers, body }),
  );
  ordering = created;
  const { id } = (await (await created).json()) as { id: string };
  const giveUpAt = performance.now() + 3_000;
  // A run that is over a limit waits: it has neither begun nor failed.
  while (performance.now() < giveUpAt) {
    const { status } = (await (await fetch(`${gateway.baseUrl}/responses/${id}`, { headers })).json()) as {
      status: string;
    };
    if (status === 'completed') return 'served';
    if (status === 'failed') throw new Error('a run that had to wait has failed');
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
  return 'refused';
};

/** What brings calls of models. A surface without a row does not compile. */
export const SURFACE_ROWS: Readonly<Record<Surface, SurfaceRow>> = {
  http: {
    sends: { 'of known length': knownLength, 'in chunks': chunked, compressed },
    rpm: true,
    tpm: true,
    concurrency: true,
  },
  'responses-socket': { sends: { 'as a message': socketMessage }, rpm: true, tpm: true, concurrency: true },
  realtime: {
    sends: { 'in a session': sessionResponse },
    rpm: never('the session counts as a request too, which sessions.cases.ts proves'),
    tpm: true,
    concurrency: never('the session holds the place, which sessions.cases.ts proves'),
  },
  background: {
    sends: { 'in the background': backgroundRun },
    rpm: never('the request that ordered it has counted as one over HTTP'),
    tpm: true,
    concurrency: never('runs that wait for a place begin as others end; background-responses proves it'),
  },
  console: {
    sends: {},
    rpm: never('one failed task at a time is ordered again; test/admin/tasks.spec.ts proves it'),
    tpm: never('a task uses no tokens'),
    concurrency: never('ordering it takes a moment only'),
  },
};
