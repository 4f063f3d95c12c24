import {
  type ConnectOptions,
  RealtimeClient,
  type Refusal,
  getRefusal,
} from '../realtime/realtime-client.js';
import { type SessionRow } from './rows/realtime-rows.js';
import { type Stage, TEXT, getKey } from './stage.js';

export interface SessionOptions {
  column: string;
  model?: string;
  headers?: Record<string, string>;
}

export interface Reply {
  status: string;
  text: string;
  /** The error in the response itself. */
  error: { code?: string; message?: string } | undefined;
}

/** Opens a session with the token of this row in this column, and waits until it has begun. */
export async function openSession(
  stage: Stage,
  row: SessionRow,
  options: SessionOptions,
): Promise<RealtimeClient> {
  const session = await RealtimeClient.connect(...getAddress(stage, row, options));
  await session.next('session.created');
  return session;
}

/** The error of a session that is rejected. */
export async function refusedSession(
  stage: Stage,
  row: SessionRow,
  options: SessionOptions,
): Promise<Refusal> {
  return getRefusal(...getAddress(stage, row, options));
}

/** Requests a response in text. */
export function ask(session: RealtimeClient, text = TEXT, response: object = {}): void {
  session.send({
    type: 'conversation.item.create',
    event_id: 'the-item',
    item: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
  });
  session.send({
    type: 'response.create',
    event_id: 'the-response',
    response: { output_modalities: ['text'], ...response },
  });
}

/** The response when it is complete. */
export async function answer(session: RealtimeClient, text?: string, response?: object): Promise<Reply> {
  const from = session.events.length;
  ask(session, text, response);
  const done = (await session.next('response.done', from))['response'] as {
    status: string;
    status_details: { error?: Reply['error'] } | null;
    output: { content?: { text?: string }[] }[];
  };
  return {
    status: done.status,
    text: done.output[0]?.content?.[0]?.text ?? '',
    error: done.status_details?.error,
  };
}

export async function closeSession(stage: Stage, session: RealtimeClient): Promise<void> {
  session.close();
  await session.whenClosed();
  await stage.gateway.getLog(session.requestId);
}

/** The number of upstream requests, over WebSockets and HTTP. */
export function countAsked({ received, upstreams }: Stage): number {
  const { realtime } = upstreams.main;
  return received.length + realtime.responses.length;
}

/** All bytes that were sent to upstreams. */
export function sentTo({ received, upstreams }: Stage): string {
  const events = upstreams.main.realtime.connections.flatMap((connection) => connection.events);
  return [...received.map(({ rawBody }) => rawBody.toString()), ...events.map(({ raw }) => raw)].join('\n');
}

function getAddress(
  { gateway }: Stage,
  row: SessionRow,
  { column, model = row.model, headers }: SessionOptions,
): [url: string, options: ConnectOptions] {
  return [`${gateway.baseUrl}/realtime?model=${model}`, { token: getKey(column, row), headers }];
}
