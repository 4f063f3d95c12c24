import { open } from 'node:fs/promises';
import { type UploadedFile } from '#canonical';

/** Enough to read the type and dimensions of an image, unless it has unusually large metadata. */
export const HEAD_BYTES = 256 * 1024;
const HEAD_CHARACTERS = Math.ceil(HEAD_BYTES / 3) * 4;

export async function readFileHead({ path }: UploadedFile): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

export function toBase64Head(base64: string): Buffer {
  return Buffer.from(base64.slice(0, HEAD_CHARACTERS), 'base64').subarray(0, HEAD_BYTES);
}
