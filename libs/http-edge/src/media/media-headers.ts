import { type ByteRange, type MediaFile } from './media-file.js';

export type MediaHeaders = ReturnType<typeof mediaHeaders>;

/** What is always said of a file, be it sent whole, in part or not at all. */
export function mediaHeaders({ name: { id, extension }, mediaType, media: { createdAt } }: MediaFile) {
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

export function lengthHeaders(sizeBytes: number, range?: ByteRange): Record<string, string> {
  if (range === undefined) return { 'content-length': String(sizeBytes) };
  const { start, end } = range;
  return {
    'content-length': String(end - start + 1),
    'content-range': `bytes ${start}-${end}/${sizeBytes}`,
  };
}
