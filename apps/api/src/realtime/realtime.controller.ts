import { Controller, Get, Req, Res } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { Access } from '#http-edge';
import { RealtimeEntryPoint } from './realtime-entry-point.js';

@Controller()
@Access('session')
export class RealtimeController {
  constructor(private readonly entryPoint: RealtimeEntryPoint) {}

  @Get('/v1/realtime')
  async connect(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.entryPoint.open(request, reply);
  }
}
