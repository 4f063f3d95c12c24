import type { ReceivedRequest } from '../received-request.js';
import { Refused } from '../refused.js';
import type { VideoHandler } from './video-handler.js';

/** One of the calls, with its video if there is one. */
export type VideoRoute =
  | { call: 'create' }
  | { call: 'list' }
  | { call: 'status'; id: string }
  | { call: 'delete'; id: string }
  | { call: 'content'; id: string }
  | { call: 'remix'; id: string }
  | { call: 'cancel'; id: string };

const COLLECTION_CALLS: Readonly<Record<string, 'create' | 'list'>> = { POST: 'create', GET: 'list' };
/** The calls for a video, by the path after its id. */
const VIDEO_CALLS: Readonly<
  Record<string, Readonly<Record<string, 'status' | 'delete' | 'content' | 'remix'>>>
> = {
  '': { GET: 'status', DELETE: 'delete' },
  '/content': { GET: 'content' },
  '/remix': { POST: 'remix' },
};

export function buildRoute({ method, path, route }: ReceivedRequest, { settings }: VideoHandler): VideoRoute {
  const [, id, verb = ''] = /^\/v1\/videos(?:\/([^/]+)(\/content|\/remix)?)?$/.exec(route) ?? [];
  if (route === '/v1/videos') {
    const call = COLLECTION_CALLS[method];
    if (call && (call !== 'list' || settings.hasList)) return { call };
    throw notAllowed(method, settings.hasList ? 'GET, POST' : 'POST');
  }
  if (id !== undefined) {
    const calls = VIDEO_CALLS[verb] ?? {};
    const call = calls[method];
    if (call) return { call, id: decodeURIComponent(id) };
    throw notAllowed(method, Object.keys(calls).join(', '));
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
