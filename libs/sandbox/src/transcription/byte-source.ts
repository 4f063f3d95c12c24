import { open } from 'node:fs/promises';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** Random access to bytes in memory or in a file. */
export interface ByteSource {
  sizeBytes: number;
  /** Returns fewer bytes than requested, or none, at the end. */
  read: (position: number, lengthBytes: number) => Promise<Buffer>;
}

/** Calls `use` with a source, and closes a file that it opened. */
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
        const readLength = Math.max(0, Math.min(lengthBytes, size - position));
        const { buffer, bytesRead } = await file.read(
          Buffer.allocUnsafe(readLength),
          0,
          readLength,
          position,
        );
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
      // Reading memory never waits, so a long recording would block all other events.
      await yieldToEventLoop();
      return buffer.subarray(position, position + lengthBytes);
    },
  };
}
