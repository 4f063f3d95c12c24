import { type Transport } from '#egress';
import { toVideoFile } from '../../fake-upstream/index.js';

/** The result of a submission. */
export type CreateScript =
  | 'accepted'
  | 'refused'
  | 'busy'
  | 'not-delivered'
  /** The connection breaks, and nothing is made. */
  | 'unheard'
  /** A video is made, and its submitter does not receive its id. */
  | 'made-unheard'
  | 'made-nameless';

export type StatusScript =
  | 'queued'
  | 'in_progress'
  | 'completed'
  | 'failed'
  | 'marinating'
  | 'gone'
  | 'broken';

export interface Script {
  create: CreateScript;
  status: StatusScript;
  isListed: boolean;
}

/** A video, as the upstream has recorded it. */
export interface ScriptedVideo {
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

interface Submission {
  apiKey: string;
  idempotencyKey: string;
  body: unknown;
}

const MADE: readonly CreateScript[] = ['accepted', 'made-unheard', 'made-nameless'];

/** An upstream that follows its script exactly, and records what it has made. */
export class ScriptedUpstream {
  readonly videos: ScriptedVideo[] = [];
  script: Script = { create: 'accepted', status: 'completed', isListed: true };

  /** Accounts whose keys begin with this honour idempotency keys. */
  constructor(private readonly honouringPrefix: string) {}

  readonly send: Transport = async ({ method, url, headers, body }) => {
    const apiKey = (headers['authorization'] ?? '').replace('Bearer ', '');
    const submission = { apiKey, idempotencyKey: headers['idempotency-key'] ?? '', body };
    const { status, body: content } =
      method === 'POST' ? this.create(submission) : this.read(url.pathname, apiKey);
    const bytes = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content));
    return { status, headers: {}, body: getChunks(bytes) };
  };

  private create({ apiKey, idempotencyKey, body }: Submission): Answer {
    const { create } = this.script;
    if (create === 'not-delivered') throw broken('ECONNREFUSED');
    if (create === 'refused') return { status: 400, body: { error: { message: 'No.' } } };
    if (create === 'busy') return { status: 429, body: { error: { message: 'Later.' } } };
    const { prompt } = JSON.parse(String(body)) as { prompt: string };
    const video = MADE.includes(create) ? this.make({ apiKey, idempotencyKey, prompt }) : undefined;
    if (video === undefined || create === 'made-unheard') throw broken('ECONNRESET');
    return { status: 200, body: create === 'made-nameless' ? {} : { ...toEntry(video), status: 'queued' } };
  }

  private make(submission: Pick<ScriptedVideo, 'apiKey' | 'idempotencyKey' | 'prompt'>): ScriptedVideo {
    const known = this.videos.find(
      (video) => video.apiKey === submission.apiKey && video.idempotencyKey === submission.idempotencyKey,
    );
    if (known !== undefined && submission.apiKey.startsWith(this.honouringPrefix)) return known;
    const video = {
      id: `video_${this.videos.length}_${submission.apiKey}`,
      createdAtMs: Date.now(),
      ...submission,
    };
    this.videos.push(video);
    return video;
  }

  private read(path: string, apiKey: string): Answer {
    const { status, isListed } = this.script;
    const own = this.videos.filter((video) => video.apiKey === apiKey);
    if (path.endsWith('/videos')) {
      return isListed ? { status: 200, body: { data: own.map(toEntry), has_more: false } } : UNWELL;
    }
    const video = own.find(({ id }) => path.includes(`/${id}`));
    if (status === 'gone' || video === undefined)
      return { status: 404, body: { error: { message: 'What?' } } };
    if (path.endsWith('/content')) return { status: 200, body: toVideoFile(video.id) };
    if (status === 'broken') return UNWELL;
    return { status: 200, body: { ...toEntry(video), status, progress: status === 'in_progress' ? 50 : 0 } };
  }
}

const UNWELL: Answer = { status: 500, body: { error: { message: 'Ouch.' } } };

function toEntry({ id, prompt, createdAtMs }: ScriptedVideo): object {
  return { id, object: 'video', prompt, created_at: Math.floor(createdAtMs / 1000) };
}

function broken(code: string): Error {
  return Object.assign(new Error(code), { code });
}

async function* getChunks(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
