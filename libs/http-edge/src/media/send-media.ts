import { GatewayError } from '#canonical';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { type ByteRange, type MediaFile } from './media-file.js';
import { getAnswerHeaders } from '../exchange.js';
import { parseRange } from './parse-range.js';
import { streamFile } from './stream-file.js';

/** A player that is paused takes nothing for a while; one that comes back later asks for the rest. */
const STALL_MS = 5 * 60_000;

type MediaHeaders = ReturnType<typeof mediaHeaders>;

export interface SendOptions {
  /** Aborted when running answers must end. */
  signal: AbortSignal;
  /** What is said otherwise than of files that whoever has a link may read. */
  headers?: Readonly<Record<string, string>>;
}

/** The answer to HEAD. */
export function describeMedia(
  reply: FastifyReply,
  file: MediaFile,
  headers: SendOptions['headers'] = {},
): void {
  void reply.headers({ ...mediaHeaders(file), ...lengthHeaders(file.media.sizeBytes), ...headers }).send();
}

/** The file, or the part of it that is asked for. */
export async function sendMedia(
  request: FastifyRequest,
  reply: FastifyReply,
  file: MediaFile,
  { signal, headers = {} }: SendOptions,
): Promise<void> {
  const { exchange } = request;
  const { media } = file;
  const usual = mediaHeaders(file);
  const range = requireRange(request, reply, media, usual);
  const content = await media.read(range);
  reply.hijack();
  reply.raw.writeHead(range === undefined ? 200 : 206, {
    ...getAnswerHeaders(reply),
    ...usual,
    ...lengthHeaders(media.sizeBytes, range),
    ...headers,
  });
  exchange.work = streamFile(reply.raw, content, { signal, stallMs: STALL_MS }).catch((error: unknown) => {
    // Before anybody else learns of it: the log line is written at once.
    exchange.record.outcome = GatewayError.from(error).kind;
    throw error;
  });
  await exchange.work;
}

/** Undefined where it is the whole file. */
function requireRange(
  request: FastifyRequest,
  reply: FastifyReply,
  media: MediaFile['media'],
  headers: MediaHeaders,
): ByteRange | undefined {
  const range = wantedRange(request, media, headers);
  if (range !== 'unsatisfiable') return range;
  const { sizeBytes } = media;
  void reply.header('content-range', `bytes */${sizeBytes}`);
  const message = `The range lies outside the file, which has ${sizeBytes} bytes.`;
  throw new GatewayError('invalid-value', message, { status: 416, code: 'range_not_satisfiable' });
}

/** A client that continues an old download gets the whole file where it is not the one that it began with. */
function wantedRange(
  { headers: { range, 'if-range': ifRange } }: FastifyRequest,
  { sizeBytes }: MediaFile['media'],
  { etag, 'last-modified': lastModified }: MediaHeaders,
): ReturnType<typeof parseRange> {
  const isSameFile = ifRange === undefined || ifRange === etag || ifRange === lastModified;
  return isSameFile ? parseRange(range, sizeBytes) : undefined;
}

/** What is always said of a file, be it sent whole, in part or not at all. */
function mediaHeaders({ name: { id, extension }, mediaType, media: { createdAt } }: MediaFile) {
  return {
    'content-type': mediaType,
    'content-disposition': `inline; filename="${id}.${extension}"`,
    'accept-ranges': 'bytes',
    // What is stored under an id never changes.
    etag: `"${id}"`,
    'last-modified': createdAt.toUTCString(),
    'cache-control': 'private, no-store',
    // The file was made by somebody else's model: no page may take it for more than an image, a video or audio.
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'cross-origin',
  };
}

function lengthHeaders(sizeBytes: number, range?: ByteRange): Record<string, string> {
  if (range === undefined) return { 'content-length': String(sizeBytes) };
  const { start, end } = range;
  return {
    'content-length': String(end - start + 1),
    'content-range': `bytes ${start}-${end}/${sizeBytes}`,
  };
}
