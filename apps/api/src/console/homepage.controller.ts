import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import { GatewayError } from '#canonical';
import { Catalog } from '#catalog';
import { CONFIG, type Config, PublicUrl } from '#config';
import { Access } from '#http-edge';
import { ShownModels } from '#relay';
import { WIRE_FORMATS } from '#wire';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { type ExampleModel, findExampleModel } from '../example-model.js';
import { PageAssets } from './page-assets.js';
import { type HomepageLink, renderHomepage } from './homepage.js';
import { listSdkSnippets } from './sdk-snippets.js';
import { type StaticContent, toDigest, sendStatic } from './static-content.js';

/** The other pages of this gateway. */
const LINKS: readonly HomepageLink[] = [
  { label: 'Playground', href: 'console/playground' },
  { label: 'Console', href: 'console' },
  { label: 'Guide', href: 'docs/guide' },
  { label: 'API reference', href: 'docs' },
];

@Controller()
@Access('public')
export class HomepageController {
  private readonly listsModels: boolean;
  /** Valid until channels or models change. */
  private rendered?: { channels: Catalog['activeChannels']; page: StaticContent };

  constructor(
    private readonly publicUrl: PublicUrl,
    private readonly catalog: Catalog,
    private readonly models: ShownModels,
    private readonly assets: PageAssets,
    @Inject(CONFIG) { http }: Config,
  ) {
    this.listsModels = http.listsModelsOnHomepage;
  }

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
    if (content === undefined) throw new GatewayError('unknown-path', 'The asset does not exist.');
    sendStatic(request, reply, content);
  }

  private render(publicUrl: string): StaticContent {
    const model = this.findExampleModel();
    const page = renderHomepage({
      baseAddress: `${publicUrl}/v1`,
      snippets: listSdkSnippets(publicUrl, Object.keys(WIRE_FORMATS), model.id),
      model,
      models: this.listsModels ? this.models.listServed() : [],
      links: LINKS,
      assets: this.assets,
    });
    const body = Buffer.from(page);
    return { mediaType: 'text/html; charset=utf-8', body, digest: toDigest(body), cacheControl: 'no-cache' };
  }

  /** The homepage is public, so it names only models of the sandbox, unless the operator allows other models. */
  private findExampleModel(): ExampleModel {
    const model = findExampleModel(this.models);
    return model.kind === 'served' && !this.listsModels ? { id: 'your-model', kind: 'unlisted' } : model;
  }
}
