import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { GatewayError } from '#canonical';
import { Catalog } from '#catalog';
import { PublicUrl } from '#config';
import { Access } from '#http-edge';
import { ShownModels } from '#relay';
import { WIRE_FORMATS } from '#wire';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { findExampleModel } from '../example-model.js';
import { PageAssets } from './page-assets.js';
import { type HomepageLink, renderHomepage } from './homepage.js';
import { sdkSnippets } from './sdk-snippets.js';
import { type StaticContent, toDigest, sendStatic } from './static-content.js';

/** The other pages of this gateway. */
const LINKS: readonly HomepageLink[] = [
  { label: 'Playground', href: 'console/playground' },
  { label: 'Console', href: 'console' },
  { label: 'API reference', href: 'docs' },
];

@Controller()
@Access('public')
export class HomepageController {
  /** Good until channels or models change. */
  private rendered?: { channels: Catalog['activeChannels']; page: StaticContent };

  constructor(
    private readonly publicUrl: PublicUrl,
    private readonly catalog: Catalog,
    private readonly models: ShownModels,
    private readonly assets: PageAssets,
  ) {}

  @Get('/')
  show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const channels = this.catalog.activeChannels;
    if (this.rendered?.channels !== channels)
      this.rendered = { channels, page: this.render(this.publicUrl.current) };
    sendStatic(request, reply, this.rendered.page);
  }

  @Get('/assets/:name')
  asset(@Param('name') name: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const content = this.assets.find(name);
    if (content === undefined) throw new GatewayError('unknown-path', 'There is no such asset.');
    sendStatic(request, reply, content);
  }

  private render(publicUrl: string): StaticContent {
    const model = findExampleModel(this.models);
    const page = renderHomepage({
      baseAddress: `${publicUrl}/v1`,
      snippets: sdkSnippets(publicUrl, Object.keys(WIRE_FORMATS), model.id),
      model,
      links: LINKS,
      assets: this.assets,
    });
    const body = Buffer.from(page);
    return { mediaType: 'text/html; charset=utf-8', body, digest: toDigest(body), cacheControl: 'no-cache' };
  }
}
