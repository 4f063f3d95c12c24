import { GatewayError } from '#canonical';
import { type MediaStore, parseMediaName } from '#media';
import { type KeptImage } from '#video-tasks';

type StoredImage = Extract<KeptImage, { kind: 'stored' }>;

/** The same images once more: those of a task go with it, which must not take another's away. All or none. */
export async function copyImages(
  images: readonly KeptImage[],
  media: MediaStore,
  owner: string,
): Promise<KeptImage[]> {
  const copies: KeptImage[] = [];
  try {
    for (const image of images)
      copies.push(image.kind === 'url' ? image : await copyOne(image, media, owner));
    return copies;
  } catch (error) {
    await discardCopies(copies, media);
    throw error;
  }
}

/** What cannot be removed now goes when its time is over, like any other file. */
export async function discardCopies(copies: readonly KeptImage[], media: MediaStore): Promise<void> {
  const stored = copies.filter((copy) => copy.kind === 'stored');
  await Promise.allSettled(stored.map(({ id, extension }) => media.delete(id, extension)));
}

async function copyOne(image: StoredImage, media: MediaStore, owner: string): Promise<StoredImage> {
  const name = parseMediaName(`${image.id}.${image.extension}`);
  const file = name === undefined ? undefined : await media.open(name.id, name.extension);
  if (name === undefined || file === undefined) {
    throw new GatewayError('wrong-state', 'An image of this task is no longer kept. Ask for the video anew.');
  }
  const { extension } = name;
  const { id } = await media.save(await file.read(), { extension, maxBytes: file.sizeBytes, owner });
  return { ...image, id };
}
