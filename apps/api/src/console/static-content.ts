import { createHash } from 'node:crypto';
import { type FastifyReply, type FastifyRequest } from 'fastify';

/** Everything comes from here, nothing is inline, and nobody may frame it. */
const PROTECTION = {
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

/** For names that carry a digest of what they name. */
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

/** Sends it, or only word that the client's copy is still good. */
export function sendStatic(request: FastifyRequest, reply: FastifyReply, content: StaticContent): void {
  const etag = `"${content.digest}"`;
  void reply.headers({ ...PROTECTION, ...content.headers, etag, 'cache-control': content.cacheControl });
  if (isKnown(etag, request.headers['if-none-match'])) void reply.code(304).send();
  else void reply.code(200).header('content-type', content.mediaType).send(content.body);
}

/** By the weak comparison: a proxy that compresses marks the tag as weak, and the content is the same. */
function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  const known = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return known.includes(etag) || known.includes('*');
}
