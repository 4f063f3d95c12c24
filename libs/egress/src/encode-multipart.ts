import { type FileHandle, open } from 'node:fs/promises';
import { type Form, type FormEntry, GatewayError, type UploadedFile } from '#canonical';
import { defaultFileName } from './default-file-name.js';

const CHUNK_BYTES = 64 * 1024;
const LINE_END = Buffer.from('\r\n');

export interface EncodedForm {
  contentType: string;
  contentLength: number;
  /** Each file is opened when it is reached and closed after it, also if the reader stops early. */
  chunks: AsyncIterable<Uint8Array>;
}

/** Encodes a form as `multipart/form-data`. Files are read when the chunks are; they can be read repeatedly. */
export function encodeMultipart(form: Form, boundary: string): EncodedForm {
  const parts = form.map((entry) => ({ entry, head: encodeHead(entry, boundary) }));
  const tail = Buffer.from(`--${boundary}--\r\n`);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    contentLength: parts.reduce((sum, part) => sum + getPartSize(part), tail.length),
    chunks: { [Symbol.asyncIterator]: () => encodeParts(parts, tail) },
  };
}

interface Part {
  entry: FormEntry;
  head: Buffer;
}

function getPartSize({ entry, head }: Part): number {
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

/** The escapes that browsers use. */
function escapeQuoted(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

async function* readFileChunks({ path, sizeBytes }: UploadedFile): AsyncGenerator<Uint8Array, void> {
  const file = await open(path).catch(rethrowUnreadable);
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
  const { bytesRead } = await file.read(buffer, 0, length, position).catch(rethrowUnreadable);
  // The upstream expects the announced length and would wait for missing bytes.
  if (bytesRead === 0) return rethrowUnreadable(new Error('the file became shorter while it was read'));
  return buffer.subarray(0, bytesRead);
}

/** A missing upload is an error of the gateway, so another channel would not help. */
function rethrowUnreadable(cause: unknown): never {
  throw new GatewayError('internal-error', 'The uploaded file can no longer be read.', { cause });
}
