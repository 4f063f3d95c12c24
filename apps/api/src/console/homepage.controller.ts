import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { GatewayError } from '#canonical';
import { Access } from '#http-edge';
import { WIRE_FORMATS } from '#wire';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { publicUrlOn } from '../public-url.js';
import { PageAssets } from './page-assets.js';
import { type HomepageLink, renderHomepage } from './homepage.js';
import { sdkSnippets } from './sdk-snippets.js';
import { type StaticContent, digestOf, sendStatic } from './static-content.js';
import { PUBLIC_URL } from './public-url.token.js';

/** The other pages of this gateway. */
const LINKS: readonly HomepageLink[] = [
  { label: 'Playground', href: 'console/playground' },
  { label: 'Console', href: 'console' },
  { label: 'API reference', href: 'docs' },
];

@Controller()
@Access('public')
export class HomepageController {
  private page?: StaticContent;

  constructor(
    @Inject(PUBLIC_URL) private readonly publicUrl: string,
    @Inject(PageAssets) private readonly assets: PageAssets,
  ) {}

  @Get('/')
  show(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    this.page ??= this.render(request.socket.localPort ?? 0);
    sendStatic(request, reply, this.page);
  }

  @Get('/assets/:name')
  asset(@Param('name') name: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const content = this.assets.find(name);
    if (content === undefined) throw new GatewayError('unknown-path', 'There is no such asset.');
    sendStatic(request, reply, content);
  }

  private render(port: number): StaticContent {
    const publicUrl = publicUrlOn(this.publicUrl, port);
    const page = renderHomepage({
      baseAddress: `${publicUrl}/v1`,
      snippets: sdkSnippets(publicUrl, Object.keys(WIRE_FORMATS)),
      links: LINKS,
      assets: this.assets,
    });
    const body = Buffer.from(page);
    return { mediaType: 'text/html; charset=utf-8', body, digest: digestOf(body), cacheControl: 'no-cache' };
  }
}
