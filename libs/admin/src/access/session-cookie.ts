import { type FastifyReply, type FastifyRequest } from 'fastify';

const PLAIN_NAME = 'mg_session';

/** Browsers take this name from the very host only, and by https: no neighbour in the domain can plant one. */
const SECURE_NAME = `__Host-${PLAIN_NAME}`;

export interface CookieOptions {
  publicUrl: string;
  /** After this the browser need not send it any more. */
  expiresAt: Date;
}

/** By https only the name counts that cannot be planted, whatever else the browser brings. */
export function readSessionCookie(request: FastifyRequest, publicUrl: string): string | undefined {
  const name = isEncrypted(request, publicUrl) ? SECURE_NAME : PLAIN_NAME;
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  return value === '' ? undefined : value;
}

/** Only for requests of our own pages, and out of reach for their scripts. */
export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  sessionId: string,
  { publicUrl, expiresAt }: CookieOptions,
): void {
  const isSecure = isEncrypted(request, publicUrl);
  void reply.header('set-cookie', buildCookie(isSecure ? SECURE_NAME : PLAIN_NAME, sessionId, expiresAt));
}

/** Takes back what is left of a time before https, too. */
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

/** Whether the browser's side is: the last stretch, behind a proxy, seldom is. */
function isEncrypted(request: FastifyRequest, publicUrl: string): boolean {
  return request.protocol === 'https' || publicUrl.startsWith('https:');
}
