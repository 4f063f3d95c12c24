import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The credentials of a recorded database. It does not change. */
export const INSTALLATION = JSON.parse(readFileSync(new URL('installation.json', import.meta.url), 'utf8'));

const { admin, token, video, queuedVideoKey } = INSTALLATION;
const WAIT_MS = 60_000;
const AUTHORIZED = { authorization: `Bearer ${token}` };
const CHAT = { model: 'chat', messages: [{ role: 'user', content: 'Hello!' }] };

/** Sends every kind of request that leaves rows behind. */
export async function useEverything(origin) {
  const ask = (path, body, headers) => send(origin, path, body, { ...AUTHORIZED, ...headers });
  await ask('/v1/chat/completions', CHAT);
  await ask('/v1/chat/completions', CHAT, { 'idempotency-key': 'a chat' });
  await ask('/v1/chat/completions', CHAT, { authorization: `Bearer ${token}-cached` });
  await ask('/v1/responses', { model: 'chat', input: 'Hello!', store: true });
  await ask('/v1/images/generations', { model: 'sandbox-image', prompt: 'A boat', size: '64x64' });
  await ask('/v1/realtime/client_secrets', { session: { type: 'realtime', model: 'sandbox-realtime' } });
  const { id: responseId } = await ask('/v1/responses', { model: 'chat', input: 'Hello!', background: true });
  await waitFor(() => ask(`/v1/responses/${responseId}`), 'completed');
  const { task_id: taskId } = await ask('/v1/video/generations', video, { 'idempotency-key': 'a video' });
  await waitFor(() => ask(`/v1/video/generations/${taskId}`), 'completed');
  await administer(origin);
}

/** For a time when no worker runs. */
export async function queueVideo(origin) {
  return send(origin, '/v1/video/generations', video, { ...AUTHORIZED, 'idempotency-key': queuedVideoKey });
}

async function administer(origin) {
  const signIn = (password) =>
    fetch(`${origin}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ email: admin.email, password }),
    });
  await signIn('a wrong password');
  const signedIn = await signIn(admin.password);
  const [cookie = ''] = signedIn.headers.getSetCookie();
  const headers = { cookie: cookie.split(';', 1)[0], origin };
  await send(origin, '/api/admin-tokens', { name: 'reports', scopes: ['usage:read'] }, headers);
}

async function send(origin, path, body, headers) {
  const response = await fetch(origin + path, {
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}

async function waitFor(look, status) {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const seen = await look();
    if (seen.status === status) return;
    if (Date.now() > deadline) throw new Error(`not ${status}: ${JSON.stringify(seen)}`);
    await sleep(200);
  }
}
