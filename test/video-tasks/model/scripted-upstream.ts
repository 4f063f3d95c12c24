import { type Transport } from '#egress';
import { filmFileOf } from '../../fake-upstream/index.js';

/** What becomes of an order. */
export type CreateScript =
  | 'accepted'
  | 'refused'
  | 'busy'
  | 'not-delivered'
  /** The connection breaks, and nothing was made. */
  | 'unheard'
  /** A film is made of it, and whoever ordered it does not hear of it. */
  | 'made-unheard'
  | 'made-nameless';

export type StatusScript =
  'queued' | 'in_progress' | 'completed' | 'failed' | 'marinating' | 'gone' | 'broken';

export interface Script {
  create: CreateScript;
  status: StatusScript;
  isListed: boolean;
}

/** A film, as the upstream's own books have it. */
export interface ScriptedFilm {
  id: string;
  prompt: string;
  apiKey: string;
  idempotencyKey: string;
  createdAtMs: number;
}

interface Answer {
  status: number;
  body: object | Buffer;
}

interface Order {
  apiKey: string;
  idempotencyKey: string;
  body: unknown;
}

const MADE: readonly CreateScript[] = ['accepted', 'made-unheard', 'made-nameless'];

/** An upstream that does exactly what it is told, and remembers what it has made. */
export class ScriptedUpstream {
  readonly films: ScriptedFilm[] = [];
  script: Script = { create: 'accepted', status: 'completed', isListed: true };

  /** Accounts whose keys begin with this honour idempotency keys. */
  constructor(private readonly honouringPrefix: string) {}

  readonly send: Transport = async ({ method, url, headers, body }) => {
    const apiKey = (headers['authorization'] ?? '').replace('Bearer ', '');
    const order = { apiKey, idempotencyKey: headers['idempotency-key'] ?? '', body };
    const { status, body: content } =
      method === 'POST' ? this.create(order) : this.read(url.pathname, apiKey);
    const bytes = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content));
    return { status, headers: {}, body: piecesOf(bytes) };
  };

  private create({ apiKey, idempotencyKey, body }: Order): Answer {
    const { create } = this.script;
    if (create === 'not-delivered') throw broken('ECONNREFUSED');
    if (create === 'refused') return { status: 400, body: { error: { message: 'No.' } } };
    if (create === 'busy') return { status: 429, body: { error: { message: 'Later.' } } };
    const { prompt } = JSON.parse(String(body)) as { prompt: string };
    const film = MADE.includes(create) ? this.make({ apiKey, idempotencyKey, prompt }) : undefined;
    if (film === undefined || create === 'made-unheard') throw broken('ECONNRESET');
    return { status: 200, body: create === 'made-nameless' ? {} : { ...entryOf(film), status: 'queued' } };
  }

  private make(order: Pick<ScriptedFilm, 'apiKey' | 'idempotencyKey' | 'prompt'>): ScriptedFilm {
    const known = this.films.find(
      (film) => film.apiKey === order.apiKey && film.idempotencyKey === order.idempotencyKey,
    );
    if (known !== undefined && order.apiKey.startsWith(this.honouringPrefix)) return known;
    const film = { id: `video_${this.films.length}_${order.apiKey}`, createdAtMs: Date.now(), ...order };
    this.films.push(film);
    return film;
  }

  private read(path: string, apiKey: string): Answer {
    const { status, isListed } = this.script;
    const own = this.films.filter((film) => film.apiKey === apiKey);
    if (path.endsWith('/videos')) {
      return isListed ? { status: 200, body: { data: own.map(entryOf), has_more: false } } : UNWELL;
    }
    const film = own.find(({ id }) => path.includes(`/${id}`));
    if (status === 'gone' || film === undefined)
      return { status: 404, body: { error: { message: 'What?' } } };
    if (path.endsWith('/content')) return { status: 200, body: filmFileOf(film.id) };
    if (status === 'broken') return UNWELL;
    return { status: 200, body: { ...entryOf(film), status, progress: status === 'in_progress' ? 50 : 0 } };
  }
}

const UNWELL: Answer = { status: 500, body: { error: { message: 'Ouch.' } } };

function entryOf({ id, prompt, createdAtMs }: ScriptedFilm): object {
  return { id, object: 'video', prompt, created_at: Math.floor(createdAtMs / 1000) };
}

function broken(code: string): Error {
  return Object.assign(new Error(code), { code });
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
