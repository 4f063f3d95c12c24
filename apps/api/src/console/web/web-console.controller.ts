import { randomBytes } from 'node:crypto';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { GatewayError } from '#canonical';
import { Access } from '#http-edge';
import { sendStatic } from '../static-content.js';
import { BuiltPages } from './built-pages.js';

/** Stand in the built page for what only the answer to a request can say. */
const NONCE = '__NONCE__';
const BASE = '__BASE__';

const ROOT = '/console';

/** The web console: one page, which reads from its address what it has to show. */
@Controller(ROOT)
@Access('public')
export class WebConsoleController {
  constructor(private readonly pages: BuiltPages) {}

  @Get('/assets/:name')
  asset(@Param('name') name: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const content = this.pages.asset(name, request.headers['accept-encoding'] ?? '');
    if (content === undefined) throw new GatewayError('unknown-path', 'There is no such asset.');
    sendStatic(request, reply, content);
  }

  @Get(['/', '/*'])
  page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const template = this.pages.index();
    if (template === undefined) {
      throw new GatewayError('unknown-path', 'The web console is not built: run `npm run build`.');
    }
    const nonce = randomBytes(16).toString('base64');
    void reply
      .code(200)
      .headers(consoleProtection(nonce))
      .header('content-type', 'text/html; charset=utf-8')
      .send(template.replaceAll(NONCE, nonce).replace(BASE, pathToConsole(request.originalUrl)));
  }
}

/**
 * Relative, so that it holds behind a proxy that serves the gateway below a path; and from the address as the browser
 * has it, in which a slash at the end counts.
 */
function pathToConsole(address: string): string {
  const [path = ''] = address.split(/[?#]/, 1);
  const below = path.slice(path.indexOf(ROOT) + ROOT.length);
  const depth = below.split('/').length - 1;
  return depth === 0 ? 'console/' : `${'../'.repeat(depth - 1)}./`;
}

/**
 * Everything comes from here, and nobody may frame it. The nonce is for the style elements that components make as
 * they appear; images and audio that a model made come as data.
 */
export function consoleProtection(nonce: string): Record<string, string> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data: blob:",
      "media-src 'self' data: blob:",
      "font-src 'self'",
      "connect-src 'self'",
      "base-uri 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'permissions-policy': 'microphone=(self), camera=(), geolocation=()',
    'cache-control': 'no-store',
  };
}
