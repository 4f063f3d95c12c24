import { randomUUID } from 'node:crypto';
import { TEST_TOKEN, eventually } from '../harness/index.js';

export const HEADERS = { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'application/json' };

interface Task {
  task_id: string;
  status: string;
  url?: string;
}

export function chat(origin: string, content: string, key: string): Promise<Response> {
  const body = { model: 'm', messages: [{ role: 'user', content }] };
  return ask(origin, '/v1/chat/completions', body, { ...HEADERS, authorization: `Bearer ${key}` });
}

export function ask(
  origin: string,
  path: string,
  body?: object,
  headers: Record<string, string> = HEADERS,
): Promise<Response> {
  return fetch(origin + path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) });
}

/** Sends a request twice with one key, like a client that lost the first response. Returns the id of the one task. */
export async function makeVideo(origin: string): Promise<string> {
  const body = { model: 'sandbox-video', prompt: 'A boat', duration: 1 };
  const headers = { ...HEADERS, 'idempotency-key': randomUUID() };
  const make = async (): Promise<string> => {
    const made = await ask(origin, '/v1/video/generations', body, headers);
    return ((await made.json()) as Task).task_id;
  };
  const [first, second] = [await make(), await make()];
  if (first !== second) throw new Error(`one key made two tasks: ${first} and ${second}`);
  return first;
}

export function finishVideo(origin: string, id: string): Promise<Task> {
  return eventually(async () => {
    const task = (await (await ask(origin, `/v1/video/generations/${id}`)).json()) as Task;
    return task.status === 'completed' ? task : undefined;
  }, 60_000);
}
