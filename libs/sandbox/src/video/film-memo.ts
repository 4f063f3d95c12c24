import { type JsonObject } from '#canonical';
import { type Directives, readDirectives } from '../directives.js';
import { present } from '#providers';
import { type FilmOrder } from './film/film-order.js';
import { readVideoOrder } from './read-video-order.js';

/** A film as every process of ours can make it, with nothing known but what the client keeps for us. */
export interface RememberedFilm {
  id: string;
  order: FilmOrder;
  directives: Directives;
  startedAtMs: number;
}

/** The request itself is the memo, with the time when it came. */
export function writeMemo(body: JsonObject, image: string | undefined, startedAtMs: number): JsonObject {
  const { prompt, size, seconds, fps, seed } = body;
  return present({ prompt, size, seconds, fps, seed, image, started_at_ms: startedAtMs });
}

export function readMemo(id: string, memo: JsonObject): RememberedFilm {
  const order = readVideoOrder(memo);
  const { directives, text } = readDirectives(order.prompt, 'prompt');
  return { id, order: { ...order, prompt: text }, directives, startedAtMs: Number(memo.started_at_ms) };
}
