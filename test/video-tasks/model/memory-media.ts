import { randomBytes } from 'node:crypto';
import { type MediaStore } from '#media';

/** Stores files in memory: the tests check whether a file exists, not its content. */
export function memoryMedia(files: Set<string>): MediaStore {
  return {
    save: async (source, { extension }) => {
      let sizeBytes = 0;
      for await (const chunk of source as AsyncIterable<Uint8Array>) sizeBytes += chunk.length;
      const id = randomBytes(16).toString('hex');
      files.add(id);
      return { id, extension, sizeBytes };
    },
    open: async () => undefined,
    linkTo: () => '',
    isValidLink: () => false,
    delete: async (id) => files.delete(id),
    requireRoom: async () => undefined,
    deleteExpired: async () => 0,
  };
}
