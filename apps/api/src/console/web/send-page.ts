import { randomBytes } from 'node:crypto';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { GatewayError } from '#canonical';

/** Placeholders in a built page. They are replaced for each response. */
const NONCE = '__NONCE__';
const BASE = '__BASE__';

/** The path of the console and of the files of all built pages. */
export const CONSOLE_ROOT = '/console';

/** `root` is the path of the page, which also handles all paths below it. */
export function sendPage(
  template: string | undefined,
  root: string,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): void {
  if (template === undefined) {
    throw new GatewayError('unknown-path', 'The web console is not built: run `npm run build`.');
  }
  const nonce = randomBytes(16).toString('base64');
  void reply
    .code(200)
    .headers(buildSecurityHeaders(nonce))
    .header('content-type', 'text/html; charset=utf-8')
    .send(template.replaceAll(NONCE, nonce).replace(BASE, pathToConsole(request.originalUrl, root)));
}

/**
 * The path is relative, so that it works behind a proxy that serves the gateway below a path. It depends on the URL in the browser,
 * in which a trailing slash matters.
 */
export function pathToConsole(address: string, root: string): string {
  const [path = ''] = address.split(/[?#]/, 1);
  const below = path.slice(path.indexOf(root) + root.length);
  const depth = below.split('/').length - 1;
  if (root !== CONSOLE_ROOT || depth === 0) return `${'../'.repeat(depth)}${CONSOLE_ROOT.slice(1)}/`;
  return `${'../'.repeat(depth - 1)}./`;
}

/**
 * Allows only content of this origin, and no frames. Components add style elements with the nonce. Generated images and audio are
 * data URLs.
 */
export function buildSecurityHeaders(nonce: string): Record<string, string> {
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
