import { type FastifyReply, type FastifyRequest } from 'fastify';

const PLAIN_NAME = 'mg_session';

/** Browsers accept this prefix only over https and from the host itself, so other hosts of the domain cannot set it. */
const SECURE_NAME = `__Host-${PLAIN_NAME}`;

export interface CookieOptions {
  publicUrl: string;
  /** When the browser deletes the cookie. */
  expiresAt: Date;
}

/** Over https, only the cookie with the `__Host-` prefix is accepted. */
export function readSessionCookie(request: FastifyRequest, publicUrl: string): string | undefined {
  const name = isEncrypted(request, publicUrl) ? SECURE_NAME : PLAIN_NAME;
  return findCookie(request.headers.cookie, name);
}

/** The values of both names, for code that does not know whether the connection of the browser is encrypted. */
export function listSessionIds(cookies: string | undefined): string[] {
  return [SECURE_NAME, PLAIN_NAME].flatMap((name) => findCookie(cookies, name) ?? []);
}

function findCookie(cookies: string | undefined, name: string): string | undefined {
  const pairs = (cookies ?? '').split(';').map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  return value === '' ? undefined : value;
}

/** The cookie is only sent with requests of our own pages, and their scripts cannot read it. */
export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  sessionId: string,
  { publicUrl, expiresAt }: CookieOptions,
): void {
  const isSecure = isEncrypted(request, publicUrl);
  void reply.header('set-cookie', buildCookie(isSecure ? SECURE_NAME : PLAIN_NAME, sessionId, expiresAt));
}

/** Over https, also clears a cookie that was set before the gateway had https. */
export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply, publicUrl: string): void {
  const names = isEncrypted(request, publicUrl) ? [SECURE_NAME, PLAIN_NAME] : [PLAIN_NAME];
  void reply.header(
    'set-cookie',
    names.map((name) => buildCookie(name, '', new Date(0))),
  );
}

function buildCookie(name: string, value: string, expiresAt: Date): string {
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Strict', `Expires=${expiresAt.toUTCString()}`];
  if (name === SECURE_NAME) attributes.push('Secure');
  return [`${name}=${value}`, ...attributes].join('; ');
}

/** Whether the browser uses https. Behind a proxy, the connection to this process usually does not. */
function isEncrypted(request: FastifyRequest, publicUrl: string): boolean {
  return request.protocol === 'https' || publicUrl.startsWith('https:');
}
