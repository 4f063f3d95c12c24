import { open } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';

/** Bytes that are read where they are needed, be they in memory or in a file. */
export interface ByteSource {
  sizeBytes: number;
  /** Fewer bytes than asked for, or none, at the end. */
  read: (position: number, lengthBytes: number) => Promise<Buffer>;
}

/** Lends out a source, and closes what it opened. */
export async function withSource<Result>(
  recording: Uint8Array | string,
  use: (source: ByteSource) => Promise<Result>,
): Promise<Result> {
  return typeof recording === 'string' ? withFile(recording, use) : use(memorySource(recording));
}

async function withFile<Result>(path: string, use: (source: ByteSource) => Promise<Result>): Promise<Result> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    return await use({
      sizeBytes: size,
      read: async (position, lengthBytes) => {
        const wanted = Math.max(0, Math.min(lengthBytes, size - position));
        const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(wanted), 0, wanted, position);
        return buffer.subarray(0, bytesRead);
      },
    });
  } finally {
    await file.close();
  }
}

function memorySource(bytes: Uint8Array): ByteSource {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    sizeBytes: buffer.length,
    read: async (position, lengthBytes) => {
      // Memory is always ready; without this, a long recording would keep everybody else waiting.
      await turn();
      return buffer.subarray(position, position + lengthBytes);
    },
  };
}
