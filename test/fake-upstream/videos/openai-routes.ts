import type { ReceivedRequest } from '../received-request.js';
import { Refused } from '../refused.js';
import type { VideoHandler } from './video-handler.js';

/** One of the calls, and the video that it is about, if it is about one. */
export type VideoRoute =
  | { call: 'create' }
  | { call: 'list' }
  | { call: 'status'; id: string }
  | { call: 'delete'; id: string }
  | { call: 'content'; id: string }
  | { call: 'cancel'; id: string };

const COLLECTION_CALLS: Readonly<Record<string, 'create' | 'list'>> = { POST: 'create', GET: 'list' };
const VIDEO_CALLS: Readonly<Record<string, 'status' | 'delete'>> = { GET: 'status', DELETE: 'delete' };

export function buildRoute({ method, path, route }: ReceivedRequest, { settings }: VideoHandler): VideoRoute {
  const [, id, content] = /^\/v1\/videos(?:\/([^/]+)(\/content)?)?$/.exec(route) ?? [];
  if (route === '/v1/videos') {
    const call = COLLECTION_CALLS[method];
    if (call && (call !== 'list' || settings.hasList)) return { call };
    throw notAllowed(method, settings.hasList ? 'GET, POST' : 'POST');
  }
  if (id !== undefined) {
    const call = content === undefined ? VIDEO_CALLS[method] : method === 'GET' && 'content';
    if (call) return { call, id: decodeURIComponent(id) };
    throw notAllowed(method, content === undefined ? 'GET, DELETE' : 'GET');
  }
  const [, task] = /^\/v1\/video\/generations\/([^/]+)\/cancel$/.exec(route) ?? [];
  if (task !== undefined && settings.isTaskGateway && method === 'POST') return { call: 'cancel', id: task };
  throw new Refused(`Invalid URL (${method} ${path})`, { status: 404 });
}

function notAllowed(method: string, allow: string): Refused {
  return new Refused(`Not allowed to ${method} here.`, {
    status: 405,
    code: 'method_not_supported',
    headers: { allow },
  });
}
