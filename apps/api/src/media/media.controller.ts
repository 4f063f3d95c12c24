import { Controller, Get, Head, Param, Query, Req, Res } from '@nestjs/common';
import { GatewayError } from '#canonical';
import { Access, type MediaFile, describeMedia, sendMedia } from '#http-edge';
import { MediaStore, getMediaType, parseMediaName } from '#media';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { Drain } from '#http-edge';

type LinkQuery = Record<string, unknown>;

/** Serves generated files by their signed links. The signature is the credential. */
@Controller('/media')
@Access('public')
export class MediaController {
  constructor(
    private readonly store: MediaStore,
    private readonly drain: Drain,
  ) {}

  /** Declared before GET, because Fastify would otherwise add a HEAD route that reads the complete file. */
  @Head('/:file')
  async describe(
    @Param('file') file: string,
    @Query() query: LinkQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    describeMedia(reply, await this.find(file, query));
  }

  @Get('/:file')
  async show(
    @Param('file') file: string,
    @Query() query: LinkQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await sendMedia(request, reply, await this.find(file, query), { signal: this.drain.signal });
  }

  /** Every failure is the same error, so that the response does not reveal which files exist. */
  private async find(file: string, query: LinkQuery): Promise<MediaFile> {
    const name = parseMediaName(file);
    if (name === undefined) throw mediaNotFound();
    const { id, extension } = name;
    if (!this.store.isValidLink(id, extension, query, new Date())) throw mediaNotFound();
    const media = await this.store.open(id, extension);
    if (media === undefined) throw mediaNotFound();
    return { name, mediaType: getMediaType(extension), media };
  }
}

function mediaNotFound(): GatewayError {
  const message = 'The file does not exist, or the link to it has expired.';
  return new GatewayError('resource-not-found', message, { code: 'media_not_found' });
}
