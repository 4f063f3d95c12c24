import { type VideoCall } from './video.js';

/** The call for another page of a list: the same URL with other parameters. */
export function withQuery(url: URL, parameters: Record<string, string | number>): VideoCall {
  const next = new URL(url);
  for (const [name, value] of Object.entries(parameters)) next.searchParams.set(name, String(value));
  return { method: 'GET', url: next };
}
