import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { GatewayError } from '#canonical';
import { Access } from '#http-edge';
import { sendStatic } from '../static-content.js';
import { BuiltPages } from './built-pages.js';
import { CONSOLE_ROOT, sendPage } from './send-page.js';

/** Serves the web console, a single-page application. */
@Controller(CONSOLE_ROOT)
@Access('public')
export class WebConsoleController {
  constructor(private readonly pages: BuiltPages) {}

  @Get('/assets/:name')
  asset(@Param('name') name: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const content = this.pages.asset(name, request.headers['accept-encoding'] ?? '');
    if (content === undefined) throw new GatewayError('unknown-path', 'The asset does not exist.');
    sendStatic(request, reply, content);
  }

  @Get(['/', '/*'])
  page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    sendPage(this.pages.page('index.html'), CONSOLE_ROOT, { request, reply });
  }
}
