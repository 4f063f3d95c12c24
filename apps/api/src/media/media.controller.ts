import { Controller, Get, Head, Param, Query, Req, Res } from '@nestjs/common';
import { GatewayError } from '#canonical';
import { Access, type MediaFile, describeMedia, sendMedia } from '#http-edge';
import { MediaStore, getMediaType, parseMediaName } from '#media';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { Drain } from '#http-edge';

type LinkQuery = Record<string, unknown>;

/** Generated files, for whoever holds a link: its signature is the credential. */
@Controller('/media')
@Access('public')
export class MediaController {
  constructor(
    private readonly store: MediaStore,
    private readonly drain: Drain,
  ) {}

  /** Stands before GET, for which a HEAD that reads the whole file would be made up otherwise. */
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

  /** The same answer whatever is wrong: a stranger learns nothing about what is there. */
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
