import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { GatewayError } from '#canonical';
import { type FastifyReply, type FastifyRequest } from 'fastify';

const ARRIVAL_MS = 30_000;

type Decoder = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const DECODERS: ReadonlyMap<string, Decoder> = new Map([
  ['gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
]);

export interface BodyLimits {
  maxBytes: number;
  /** How long the whole body may take to arrive. */
  arrivalMs?: number;
}

/** The bytes of a JSON body, within bounds of size and time. They are not parsed: most are only sent on. */
export async function readJsonBody(
  request: FastifyRequest,
  reply: FastifyReply,
  { maxBytes, arrivalMs = ARRIVAL_MS }: BodyLimits,
): Promise<Buffer> {
  refuseOtherMediaTypes(request.headers['content-type']);
  const decode = findDecoder(request.headers['content-encoding']);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  if (request.headers.expect !== undefined) reply.raw.writeContinue();
  const body = await collect(request, { maxBytes, arrivalMs });
  return decode === undefined ? body : decompress(decode, body, maxBytes);
}

function findDecoder(header: string | undefined): Decoder | undefined {
  const encoding = header?.trim().toLowerCase() ?? 'identity';
  const decoder = DECODERS.get(encoding);
  if (encoding === 'identity' || decoder !== undefined) return decoder;
  throw new GatewayError(
    'unsupported-media-type',
    `The content encoding "${encoding.slice(0, 40)}" is not supported.`,
  );
}

function refuseOtherMediaTypes(contentType: string | undefined): void {
  if (contentType === undefined || /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(contentType.trim()))
    return;
  throw new GatewayError(
    'unsupported-media-type',
    'The request body must be JSON (content-type: application/json).',
  );
}

async function collect(
  request: FastifyRequest,
  { maxBytes, arrivalMs }: Required<BodyLimits>,
): Promise<Buffer> {
  const { raw } = request;
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let length = 0;
    const timer = setTimeout(
      () => finish(new GatewayError('request-timeout', 'The request body did not arrive in time.')),
      arrivalMs,
    );
    const onData = (piece: Buffer): void => {
      length += piece.length;
      if (length > maxBytes) finish(tooLarge(maxBytes));
      else pieces.push(piece);
    };
    const onEnd = (): void => finish();
    const onClose = (): void =>
      finish(new GatewayError('client-gone', 'The client left before its request was complete.'));
    const finish = (error?: GatewayError): void => {
      clearTimeout(timer);
      raw.off('data', onData).off('end', onEnd).off('close', onClose);
      if (error) reject(error);
      else resolve(pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces, length));
    };
    raw.on('data', onData).once('end', onEnd).once('close', onClose);
  });
}

async function decompress(decode: Decoder, body: Buffer, maxBytes: number): Promise<Buffer> {
  try {
    return await decode(body, { maxOutputLength: maxBytes });
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxBytes);
    throw new GatewayError('invalid-json', 'The request body cannot be decompressed.');
  }
}

function tooLarge(maxBytes: number): GatewayError {
  return new GatewayError(
    'body-too-large',
    `The request body is larger than ${Math.floor(maxBytes / 2 ** 20)} MB.`,
  );
}
