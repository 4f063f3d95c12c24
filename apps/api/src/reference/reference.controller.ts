import { Controller, Get, Req, Res } from '@nestjs/common';
import { PublicUrl } from '#config';
import { Access } from '#http-edge';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { PageAssets } from '../console/page-assets.js';
import { sendStatic } from '../console/static-content.js';
import { ApiReference } from './api-reference.js';

@Controller()
@Access('public')
export class ReferenceController {
  constructor(
    private readonly reference: ApiReference,
    private readonly assets: PageAssets,
    private readonly publicUrl: PublicUrl,
  ) {}

  @Get('/openapi.json')
  async document(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    sendStatic(request, reply, await this.reference.forPrograms(this.publicUrl.current));
  }

  @Get('/docs')
  async page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    sendStatic(request, reply, await this.reference.forPeople(this.publicUrl.current, this.assets));
  }
}
