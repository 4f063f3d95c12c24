import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { Access } from '#http-edge';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { PageAssets } from '../console/page-assets.js';
import { PUBLIC_URL } from '../console/public-url.token.js';
import { sendStatic } from '../console/static-content.js';
import { publicUrlOn } from '../public-url.js';
import { ApiReference } from './api-reference.js';

@Controller()
@Access('public')
export class ReferenceController {
  constructor(
    @Inject(ApiReference) private readonly reference: ApiReference,
    @Inject(PageAssets) private readonly assets: PageAssets,
    @Inject(PUBLIC_URL) private readonly publicUrl: string,
  ) {}

  @Get('/openapi.json')
  async document(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    sendStatic(request, reply, await this.reference.forPrograms(this.addressOn(request)));
  }

  @Get('/docs')
  async page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    sendStatic(request, reply, await this.reference.forPeople(this.addressOn(request), this.assets));
  }

  private addressOn({ socket }: FastifyRequest): string {
    return publicUrlOn(this.publicUrl, socket.localPort ?? 0);
  }
}
