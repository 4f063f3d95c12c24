import { type MediaName } from '../media-name.js';
import { type MediaPlace } from '../media-place.js';
import { Digest } from './digest.js';

interface CopiedMedia {
  sizeBytes: number;
  sha256: string;
}

/** Copies a file and its creation time. Undefined if it was deleted meanwhile. */
export async function copyMedia(
  name: MediaName,
  from: MediaPlace,
  to: MediaPlace,
): Promise<CopiedMedia | undefined> {
  const file = await from.open(name);
  if (file === undefined) return undefined;
  const digest = new Digest();
  await to.write(name, digest.tap(await file.read()), { createdAt: file.createdAt });
  return { sizeBytes: digest.sizeBytes, sha256: digest.end() };
}
