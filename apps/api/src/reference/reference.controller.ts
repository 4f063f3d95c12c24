import { Controller, Get, Req, Res } from '@nestjs/common';
import { PublicUrl } from '#config';
import { Access } from '#http-edge';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { sendStatic } from '../console/static-content.js';
import { BuiltPages } from '../console/web/built-pages.js';
import { sendPage } from '../console/web/send-page.js';
import { ApiReference } from './api-reference.js';

const ROOT = '/docs';

@Controller()
@Access('public')
export class ReferenceController {
  constructor(
    private readonly reference: ApiReference,
    private readonly pages: BuiltPages,
    private readonly publicUrl: PublicUrl,
  ) {}

  @Get('/openapi.json')
  async document(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const document = await this.reference.getDocument(this.publicUrl.current);
    sendStatic(request, reply, document.choose(request.headers['accept-encoding'] ?? ''));
  }

  /** Serves the reference and the guide, a single-page application. */
  @Get([ROOT, `${ROOT}/*`])
  page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    sendPage(this.pages.page('docs.html'), ROOT, { request, reply });
  }
}
