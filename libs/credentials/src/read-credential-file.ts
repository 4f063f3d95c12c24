import { open } from 'node:fs/promises';
import { createSettingFault } from './credential-fault.js';

const MAX_FILE_BYTES = 64 * 1024;

/**
 * Reads and parses a file with credentials. It is read each time, because mounted secrets change. All faults have the same
 * message, so that it does not reveal whether the file exists; the log has the details.
 */
export async function readCredentialFile<Content>(
  path: string,
  setting: string,
  parse: (text: string) => Content | Promise<Content>,
): Promise<Content> {
  const refuse = (detail: string): Error =>
    createSettingFault(
      `The file of ${setting} contains no credentials.`,
      `Check ${setting}, and that the gateway can read the file. See its log for details.`,
      `${path}: ${detail}`,
    );
  let text: string;
  try {
    text = await readStart(path);
  } catch (error) {
    const { code } = error as { code?: unknown };
    throw refuse(typeof code === 'string' ? code : 'cannot be read');
  }
  if (text.length > MAX_FILE_BYTES) throw refuse('is too long');
  try {
    return await parse(text);
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : 'cannot be parsed');
  }
}

async function readStart(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.alloc(MAX_FILE_BYTES + 1);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
