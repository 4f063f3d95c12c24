import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type StoredFile } from '#realtime';
import { ownSpoolFolder } from './spool-folder.js';

/** Puts a recording that this gateway has made itself where uploads lie, for requests that want a file. */
export async function storeFile(spoolFolder: string, content: Buffer): Promise<StoredFile> {
  const path = join(await ownSpoolFolder(spoolFolder), randomUUID());
  await writeFile(path, content, { mode: 0o600 });
  return {
    file: { path, sizeBytes: content.length, fileName: 'speech.wav', mediaType: 'audio/wav' },
    remove: () => rm(path, { force: true }),
  };
}
