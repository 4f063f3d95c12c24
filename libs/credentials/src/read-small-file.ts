import { open } from 'node:fs/promises';
import { settingFault } from './credential-fault.js';

const MAX_FILE_BYTES = 64 * 1024;

/** A file with credentials, read each time that it is needed: what is mounted there may change. Its content is never told. */
export async function readSmallFile(path: string, setting: string): Promise<string> {
  const advice = `Check ${setting}, and that the gateway may read the file.`;
  try {
    const file = await open(path, 'r');
    try {
      const buffer = Buffer.alloc(MAX_FILE_BYTES + 1);
      const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
      if (bytesRead > MAX_FILE_BYTES) throw settingFault(`The file ${path} is too long.`, advice);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (typeof code !== 'string') throw error;
    throw settingFault(`The file ${path} cannot be read (${code}).`, advice);
  }
}
