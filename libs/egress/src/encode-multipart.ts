import { type FileHandle, open } from 'node:fs/promises';
import { type Form, type FormEntry, GatewayError, type UploadedFile } from '#canonical';
import { defaultFileName } from './default-file-name.js';

const CHUNK_BYTES = 64 * 1024;
const LINE_END = Buffer.from('\r\n');

export interface EncodedForm {
  contentType: string;
  contentLength: number;
  /** Files are opened when their turn comes and closed when it is over, also for a reader that stops early. */
  chunks: AsyncIterable<Uint8Array>;
}

/** A form as `multipart/form-data`. Nothing is read before the chunks are; each reading of them starts afresh. */
export function encodeMultipart(form: Form, boundary: string): EncodedForm {
  const parts = form.map((entry) => ({ entry, head: encodeHead(entry, boundary) }));
  const tail = Buffer.from(`--${boundary}--\r\n`);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    contentLength: parts.reduce((sum, part) => sum + partBytes(part), tail.length),
    chunks: { [Symbol.asyncIterator]: () => encodeParts(parts, tail) },
  };
}

interface Part {
  entry: FormEntry;
  head: Buffer;
}

function partBytes({ entry, head }: Part): number {
  const contentBytes = 'file' in entry ? entry.file.sizeBytes : Buffer.byteLength(entry.value);
  return head.length + contentBytes + LINE_END.length;
}

async function* encodeParts(parts: readonly Part[], tail: Buffer): AsyncGenerator<Uint8Array, void> {
  for (const { entry, head } of parts) {
    if ('file' in entry) {
      yield head;
      yield* readFileChunks(entry.file);
      yield LINE_END;
    } else {
      yield Buffer.concat([head, Buffer.from(entry.value), LINE_END]);
    }
  }
  yield tail;
}

function encodeHead(entry: FormEntry, boundary: string): Buffer {
  const disposition = `--${boundary}\r\nContent-Disposition: form-data; name="${escapeQuoted(entry.name)}"`;
  if (!('file' in entry)) return Buffer.from(`${disposition}\r\n\r\n`);
  const { fileName, mediaType } = entry.file;
  const shownName = escapeQuoted(fileName ?? defaultFileName(mediaType));
  return Buffer.from(`${disposition}; filename="${shownName}"\r\nContent-Type: ${mediaType}\r\n\r\n`);
}

/** As browsers do it. */
function escapeQuoted(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

async function* readFileChunks({ path, sizeBytes }: UploadedFile): AsyncGenerator<Uint8Array, void> {
  const file = await open(path).catch(refuseUnreadable);
  try {
    for (let offset = 0; offset < sizeBytes;) {
      const chunk = await readChunk(file, offset, Math.min(CHUNK_BYTES, sizeBytes - offset));
      offset += chunk.length;
      yield chunk;
    }
  } finally {
    await file.close();
  }
}

async function readChunk(file: FileHandle, position: number, length: number): Promise<Uint8Array> {
  const buffer = Buffer.allocUnsafe(length);
  const { bytesRead } = await file.read(buffer, 0, length, position).catch(refuseUnreadable);
  // The length was promised to the upstream; fewer bytes would leave it waiting.
  if (bytesRead === 0) return refuseUnreadable(new Error('the file is shorter than it was'));
  return buffer.subarray(0, bytesRead);
}

/** A file of ours that is gone is nobody's fault but ours: another channel would not do better. */
function refuseUnreadable(cause: unknown): never {
  throw new GatewayError('internal-error', 'The uploaded file can no longer be read.', { cause });
}
