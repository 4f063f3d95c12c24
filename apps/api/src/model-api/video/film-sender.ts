import { GatewayError } from '#canonical';
import { type MediaName, type MediaStore, type StoredMedia, parseMediaName } from '#media';
import { type VideoTask } from '#video-tasks';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { type Drain } from '../../http/drain.js';
import { lengthHeaders, mediaHeaders } from '../../media/media-headers.js';
import { parseRange } from '../../media/parse-range.js';
import { streamFile } from '../../media/stream-file.js';

const STALL_MS = 5 * 60_000;

interface Film {
  name: MediaName;
  media: StoredMedia;
}

/** Films, for whoever holds the token that they belong to. */
export class FilmSender {
  constructor(
    private readonly store: Pick<MediaStore, 'open'>,
    private readonly drain: Drain,
  ) {}

  async describe(task: VideoTask, reply: FastifyReply): Promise<void> {
    const { name, media } = await this.open(task);
    void reply.headers({ ...mediaHeaders(name, media), ...lengthHeaders(media.sizeBytes) }).send();
  }

  async send(task: VideoTask, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { name, media } = await this.open(task);
    const headers = mediaHeaders(name, media);
    const { range: wanted, 'if-range': ifRange } = request.headers;
    // Whoever continues an old download gets the whole file where it is another one.
    const isSameFile =
      ifRange === undefined || ifRange === headers.etag || ifRange === headers['last-modified'];
    const range = isSameFile ? parseRange(wanted, media.sizeBytes) : undefined;
    if (range === 'unsatisfiable') {
      void reply.header('content-range', `bytes */${media.sizeBytes}`);
      throw rangeNotSatisfiable(media);
    }
    const content = await media.read(range);
    reply.hijack();
    reply.raw.writeHead(range === undefined ? 200 : 206, {
      ...(reply.getHeaders() as Record<string, string>),
      ...headers,
      ...lengthHeaders(media.sizeBytes, range),
    });
    request.exchange.work = streamFile(reply.raw, content, { signal: this.drain.signal, stallMs: STALL_MS });
    await request.exchange.work;
  }

  private async open({ status, result }: VideoTask): Promise<Film> {
    if (status === 'failed') throw absent('The video was not made: its task has failed.', 'video_failed');
    if (result === undefined) throw notReady();
    const name = parseMediaName(`${result.id}.${result.extension}`);
    const media = name === undefined ? undefined : await this.store.open(name.id, name.extension);
    if (name === undefined || media === undefined)
      throw absent('The video is no longer kept.', 'content_expired');
    return { name, media };
  }
}

function notReady(): GatewayError {
  return new GatewayError('invalid-request', 'The video is not finished yet; ask for its status first.', {
    param: 'task_id',
    code: 'video_not_ready',
  });
}

function absent(message: string, code: string): GatewayError {
  return new GatewayError('resource-not-found', message, { param: 'task_id', code });
}

function rangeNotSatisfiable({ sizeBytes }: StoredMedia): GatewayError {
  const message = `The range lies outside the file, which has ${sizeBytes} bytes.`;
  return new GatewayError('invalid-value', message, { status: 416, code: 'range_not_satisfiable' });
}
