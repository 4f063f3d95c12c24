import { randomBytes } from 'node:crypto';
import { type MediaExtension, isMediaExtension } from './media-types.js';

/** Lower case only, because on some file systems `A` and `a` are the same name. */
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';
const ID_CHARACTERS = 32; // 160 bits

export interface MediaName {
  id: string;
  extension: MediaExtension;
}

/** Random and unguessable, so it reveals nothing about other files. */
export function createMediaId(): string {
  return Array.from(randomBytes(ID_CHARACTERS), (byte) => BASE32.charAt(byte % BASE32.length)).join('');
}

/** A name that is accepted is safe as a file name. */
export function parseMediaName(fileName: string): MediaName | undefined {
  const [, id, extension] = /^([a-z2-7]{32})\.([a-z0-9]{1,5})$/.exec(fileName) ?? [];
  if (id === undefined || extension === undefined || !isMediaExtension(extension)) return undefined;
  return { id, extension };
}

export function getFileName({ id, extension }: MediaName): string {
  return `${id}.${extension}`;
}
