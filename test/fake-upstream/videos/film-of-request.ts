import { randomBytes } from 'node:crypto';
import type { Account } from '../account.js';
import type { Fields } from '../fields.js';
import type { ReceivedRequest } from '../received-request.js';
import type { Film } from './film.js';
import { filmFileOf } from './film-file.js';

/** What a service reads in an order. */
export interface Order {
  apiKey: string;
  model: string;
  prompt: string;
  body: Fields;
  /** What the film will be called, by what its file is. */
  idOf: (fileName: string) => string;
}

const filmsByRequest = new WeakMap<ReceivedRequest, Film>();

/** The film that a request has ordered: one for a request, however often its answer is looked at. */
export function filmOfRequest(request: ReceivedRequest, { videos }: Account, order: Order): Film {
  const film = filmsByRequest.get(request) ?? take(request, videos, order);
  filmsByRequest.set(request, film);
  return film;
}

function take({ headers }: ReceivedRequest, videos: Account['videos'], { idOf, ...order }: Order): Film {
  const idempotencyKey = headers['idempotency-key'];
  const known = videos.findByKey(idempotencyKey, order.apiKey);
  if (known) return known;
  const fileName = randomBytes(12).toString('hex');
  return videos.add({ id: idOf(fileName), fileName, createdAtMs: Date.now(), idempotencyKey, ...order });
}

/** A link to the film that needs no key. */
export function linkTo({ fileName }: Film, { headers }: ReceivedRequest, account: Account): string {
  const path = `/files/${fileName}.mp4`;
  account.storedFiles.set(path, filmFileOf(fileName));
  return `${account.videos.settings.linkOrigin ?? `http://${headers.host}`}${path}`;
}
