import { randomBytes } from 'node:crypto';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { GatewayError } from '#canonical';

/** Stand in a built page for what only the answer to a request can say. */
const NONCE = '__NONCE__';
const BASE = '__BASE__';

/** Where the console is, and with it the files of all built pages. */
export const CONSOLE_ROOT = '/console';

/** `root` is where the page is served: all addresses below it are the page's own. */
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
    .headers(protectPage(nonce))
    .header('content-type', 'text/html; charset=utf-8')
    .send(template.replaceAll(NONCE, nonce).replace(BASE, pathToConsole(request.originalUrl, root)));
}

/**
 * Relative, so that it holds behind a proxy that serves the gateway below a path; and from the address as the browser
 * has it, in which a slash at the end counts.
 */
export function pathToConsole(address: string, root: string): string {
  const [path = ''] = address.split(/[?#]/, 1);
  const below = path.slice(path.indexOf(root) + root.length);
  const depth = below.split('/').length - 1;
  if (root !== CONSOLE_ROOT || depth === 0) return `${'../'.repeat(depth)}${CONSOLE_ROOT.slice(1)}/`;
  return `${'../'.repeat(depth - 1)}./`;
}

/**
 * Everything comes from here, and nobody may frame it. The nonce is for the style elements that components make as
 * they appear; images and audio that a model made come as data.
 */
export function protectPage(nonce: string): Record<string, string> {
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
