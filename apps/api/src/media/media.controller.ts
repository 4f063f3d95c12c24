import { type Readable } from 'node:stream';
import { Controller, Get, Head, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { GatewayError } from '#canonical';
import { type MediaName, type MediaStore, type StoredMedia, parseMediaName } from '#media';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { Access } from '../http/access.js';
import { Drain } from '../http/drain.js';
import { type MediaHeaders, lengthHeaders, mediaHeaders } from './media-headers.js';
import { MEDIA_STORE } from './media-store.token.js';
import { parseRange } from './parse-range.js';
import { streamFile } from './stream-file.js';

/** A player that is paused takes nothing for a while; one that comes back later asks for the rest. */
const STALL_MS = 5 * 60_000;

type LinkQuery = Record<string, unknown>;

/** Generated files, for whoever holds a link: its signature is the credential. */
@Controller('/media')
@Access('public')
export class MediaController {
  constructor(
    @Inject(MEDIA_STORE) private readonly store: MediaStore,
    @Inject(Drain) private readonly drain: Drain,
  ) {}

  /** Stands before GET, for which a HEAD that reads the whole file would be made up otherwise. */
  @Head('/:file')
  async describe(
    @Param('file') file: string,
    @Query() query: LinkQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { name, media } = await this.find(file, query);
    void reply.headers({ ...mediaHeaders(name, media), ...lengthHeaders(media.sizeBytes) }).send();
  }

  @Get('/:file')
  async show(
    @Param('file') file: string,
    @Query() query: LinkQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { name, media } = await this.find(file, query);
    const headers = mediaHeaders(name, media);
    const range = wantedRange(request, media, headers);
    if (range === 'unsatisfiable') {
      void reply.header('content-range', `bytes */${media.sizeBytes}`);
      throw rangeNotSatisfiable(media);
    }
    const content = await media.read(range);
    const status = range === undefined ? 200 : 206;
    reply.hijack();
    reply.raw.writeHead(status, {
      ...(reply.getHeaders() as Record<string, string>),
      ...headers,
      ...lengthHeaders(media.sizeBytes, range),
    });
    request.exchange.work = this.send(content, request, reply);
    await request.exchange.work;
  }

  /** The same answer whatever is wrong: a stranger learns nothing about what is there. */
  private async find(file: string, query: LinkQuery): Promise<{ name: MediaName; media: StoredMedia }> {
    const name = parseMediaName(file);
    if (name === undefined) throw mediaNotFound();
    const { id, extension } = name;
    if (!this.store.isValidLink(id, extension, query, new Date())) throw mediaNotFound();
    const media = await this.store.open(id, extension);
    if (media === undefined) throw mediaNotFound();
    return { name, media };
  }

  private async send(content: Readable, { exchange }: FastifyRequest, { raw }: FastifyReply): Promise<void> {
    try {
      await streamFile(raw, content, { signal: this.drain.signal, stallMs: STALL_MS });
    } catch (error) {
      // Before anybody else hears of it: the log line is written at once.
      exchange.record.outcome = GatewayError.from(error).kind;
      throw error;
    }
  }
}

/** A client that continues an old download gets the whole file where it is not the one that it began with. */
function wantedRange(
  { headers: { range, 'if-range': ifRange } }: FastifyRequest,
  { sizeBytes }: StoredMedia,
  { etag, 'last-modified': lastModified }: MediaHeaders,
): ReturnType<typeof parseRange> {
  const isSameFile = ifRange === undefined || ifRange === etag || ifRange === lastModified;
  return isSameFile ? parseRange(range, sizeBytes) : undefined;
}

function mediaNotFound(): GatewayError {
  const message = 'There is no such file, or the link to it is no longer valid.';
  return new GatewayError('resource-not-found', message, { code: 'media_not_found' });
}

function rangeNotSatisfiable({ sizeBytes }: StoredMedia): GatewayError {
  const message = `The range lies outside the file, which has ${sizeBytes} bytes.`;
  return new GatewayError('invalid-value', message, { status: 416, code: 'range_not_satisfiable' });
}
