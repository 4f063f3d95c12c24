import { randomBytes } from 'node:crypto';
import { type MediaStore } from '#media';

/** Keeps files in memory: what is tested here is when there is one, not what is in it. */
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
