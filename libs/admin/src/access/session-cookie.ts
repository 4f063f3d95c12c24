import { type FastifyReply, type FastifyRequest } from 'fastify';

const NAME = 'mg_session';

export interface CookieOptions {
  publicUrl: string;
  /** After this the browser need not send it any more. */
  expiresAt: Date;
}

export function readSessionCookie({ headers: { cookie = '' } }: FastifyRequest): string | undefined {
  const pairs = cookie.split(';').map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(`${NAME}=`))?.slice(NAME.length + 1);
  return value === '' ? undefined : value;
}

/** Only for requests of our own pages, and out of reach for their scripts. */
export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  sessionId: string,
  { publicUrl, expiresAt }: CookieOptions,
): void {
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Strict', `Expires=${expiresAt.toUTCString()}`];
  if (isEncrypted(request, publicUrl)) attributes.push('Secure');
  void reply.header('set-cookie', [`${NAME}=${sessionId}`, ...attributes].join('; '));
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply, publicUrl: string): void {
  setSessionCookie(request, reply, '', { publicUrl, expiresAt: new Date(0) });
}

/** Whether the browser's side is: the last stretch, behind a proxy, seldom is. */
function isEncrypted(request: FastifyRequest, publicUrl: string): boolean {
  return request.protocol === 'https' || publicUrl.startsWith('https:');
}
