import { Controller, Get, Req, Res } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { Access } from '#http-edge';
import { RealtimeDoor } from './realtime-door.js';

@Controller()
@Access('session')
export class RealtimeController {
  constructor(private readonly door: RealtimeDoor) {}

  @Get('/v1/realtime')
  async connect(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.door.open(request, reply);
  }
}
