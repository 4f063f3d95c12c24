import { GatewayError } from '#canonical';
import { type FastifyRequest } from 'fastify';

const READING = new Set(['GET', 'HEAD']);

export interface OriginRules {
  publicUrl: string;
  /** For a request that proves itself by a cookie: browsers add that by themselves, so nothing may be missing. */
  isRequired: boolean;
}

/** Throws where a page that is not ours has a browser change something here. */
export function refuseForeignOrigin(request: FastifyRequest, { publicUrl, isRequired }: OriginRules): void {
  if (READING.has(request.method)) return;
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site === 'cross-site') throw foreign();
  if (origin === undefined ? isRequired : !isOwn(origin, request, publicUrl)) throw foreign();
}

/** Behind a proxy that ends encryption only the host is known for certain. */
function isOwn(origin: string, { host }: FastifyRequest, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { origin: given, protocol } = new URL(origin);
  return given === toOrigin(publicUrl) || given === toOrigin(`${protocol}//${host}`);
}

function toOrigin(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined;
}

function foreign(): GatewayError {
  return new GatewayError(
    'forbidden',
    'A session can only be used by pages of this gateway. The Origin header has to name it.',
    { code: 'foreign_origin' },
  );
}
