import { createHash } from 'node:crypto';
import { type FastifyReply, type FastifyRequest } from 'fastify';

/** Allows only content of this origin, no inline content, and no frames. */
const SECURITY_HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

const YEAR_SECONDS = 31_536_000;

/** For files whose names contain a digest of their content. */
export const IMMUTABLE = `public, max-age=${YEAR_SECONDS}, immutable`;

export interface StaticContent {
  mediaType: string;
  body: Buffer;
  digest: string;
  cacheControl: string;
  headers?: Readonly<Record<string, string>>;
}

export function toDigest(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex').slice(0, 16);
}

/** Sends the content, or status 304 if the client has it already. */
export function sendStatic(request: FastifyRequest, reply: FastifyReply, content: StaticContent): void {
  const etag = `"${content.digest}"`;
  void reply.headers({
    ...SECURITY_HEADERS,
    ...content.headers,
    etag,
    'cache-control': content.cacheControl,
  });
  if (matchesEtag(etag, request.headers['if-none-match'])) void reply.code(304).send();
  else void reply.code(200).header('content-type', content.mediaType).send(content.body);
}

/** The weak comparison of RFC 9110, because a proxy that compresses the content makes the tag weak. */
function matchesEtag(etag: string, ifNoneMatch: string | undefined): boolean {
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(etag) || tags.includes('*');
}
