import { GatewayError } from '#canonical';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { type ByteRange, type MediaFile } from './media-file.js';
import { getResponseHeaders } from '../request-context.js';
import { parseRange } from './parse-range.js';
import { streamFile } from './stream-file.js';

/** A paused player reads nothing for a while. A later one requests the rest. */
const STALL_MS = 5 * 60_000;

type MediaHeaders = ReturnType<typeof buildMediaHeaders>;

export interface SendOptions {
  /** Aborted when running responses must end. */
  signal: AbortSignal;
  /** Headers that replace those of publicly linked files. */
  headers?: Readonly<Record<string, string>>;
}

/** Responds to a HEAD request. */
export function describeMedia(
  reply: FastifyReply,
  file: MediaFile,
  headers: SendOptions['headers'] = {},
): void {
  void reply
    .headers({ ...buildMediaHeaders(file), ...buildLengthHeaders(file.media.sizeBytes), ...headers })
    .send();
}

/** Sends the file or the requested part of it. */
export async function sendMedia(
  request: FastifyRequest,
  reply: FastifyReply,
  file: MediaFile,
  { signal, headers = {} }: SendOptions,
): Promise<void> {
  const { requestContext } = request;
  const { media } = file;
  const usual = buildMediaHeaders(file);
  const range = requireRange(request, reply, media, usual);
  const content = await media.read(range);
  reply.hijack();
  reply.raw.writeHead(range === undefined ? 200 : 206, {
    ...getResponseHeaders(reply),
    ...usual,
    ...buildLengthHeaders(media.sizeBytes, range),
    ...headers,
  });
  requestContext.work = streamFile(reply.raw, content, { signal, stallMs: STALL_MS }).catch(
    (error: unknown) => {
      // Set before the promise rejects, because the log line is written at once.
      requestContext.record.outcome = GatewayError.from(error).kind;
      throw error;
    },
  );
  await requestContext.work;
}

/** Undefined for the whole file. */
function requireRange(
  request: FastifyRequest,
  reply: FastifyReply,
  media: MediaFile['media'],
  headers: MediaHeaders,
): ByteRange | undefined {
  const range = findRange(request, media, headers);
  if (range !== 'unsatisfiable') return range;
  const { sizeBytes } = media;
  void reply.header('content-range', `bytes */${sizeBytes}`);
  const message = `The requested range is outside the file, which has ${sizeBytes} bytes.`;
  throw new GatewayError('invalid-value', message, { status: 416, code: 'range_not_satisfiable' });
}

/** A client that continues a download gets the whole file if it is not the same file any more. */
function findRange(
  { headers: { range, 'if-range': ifRange } }: FastifyRequest,
  { sizeBytes }: MediaFile['media'],
  { etag, 'last-modified': lastModified }: MediaHeaders,
): ReturnType<typeof parseRange> {
  const isSameFile = ifRange === undefined || ifRange === etag || ifRange === lastModified;
  return isSameFile ? parseRange(range, sizeBytes) : undefined;
}

/** The headers of every response about a file. */
function buildMediaHeaders({ name: { id, extension }, mediaType, media: { createdAt } }: MediaFile) {
  return {
    'content-type': mediaType,
    'content-disposition': `inline; filename="${id}.${extension}"`,
    'accept-ranges': 'bytes',
    // The content of an id never changes.
    etag: `"${id}"`,
    'last-modified': createdAt.toUTCString(),
    'cache-control': 'private, no-store',
    // The file comes from a third-party model, so browsers must not treat it as anything but an image, a video or
    // audio.
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'cross-origin',
  };
}

function buildLengthHeaders(sizeBytes: number, range?: ByteRange): Record<string, string> {
  if (range === undefined) return { 'content-length': String(sizeBytes) };
  const { start, end } = range;
  return {
    'content-length': String(end - start + 1),
    'content-range': `bytes ${start}-${end}/${sizeBytes}`,
  };
}
