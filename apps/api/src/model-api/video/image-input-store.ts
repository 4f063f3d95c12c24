import { createReadStream } from 'node:fs';
import { type ImageInput } from '#canonical';
import { type MediaExtension, MediaStore, extensionFor } from '#media';
import { type KeptImage, listImageFiles } from '#video-tasks';
import { Injectable } from '@nestjs/common';

/** Stores the images of a request until its video is generated, long after the request has ended. */
@Injectable()
export class ImageInputStore {
  constructor(private readonly media: MediaStore) {}

  /** Stores all images or, after an error, none. */
  async storeAll(images: readonly ImageInput[], owner: string): Promise<KeptImage[]> {
    const stored: KeptImage[] = [];
    try {
      for (const image of images) stored.push(await this.storeOne(image, owner));
      return stored;
    } catch (error) {
      await this.discard(stored);
      throw error;
    }
  }

  /** Files that cannot be deleted now are deleted when they expire, like all media files. */
  async discard(images: readonly KeptImage[]): Promise<void> {
    const files = listImageFiles(images);
    await Promise.allSettled(files.map(({ id, extension }) => this.media.delete(id, extension)));
  }

  private async storeOne(image: ImageInput, owner: string): Promise<KeptImage> {
    switch (image.kind) {
      case 'url':
        return { kind: 'url', url: image.url, param: image.param };
      case 'bytes': {
        const bytes = Buffer.from(image.base64, 'base64');
        return this.storeFile(bytes, { mediaType: image.mediaType, sizeBytes: bytes.length, owner });
      }
      case 'file':
        return this.storeFile(createReadStream(image.file.path), { ...image.file, owner });
    }
  }

  private async storeFile(
    content: Uint8Array | AsyncIterable<Uint8Array>,
    { mediaType, sizeBytes, owner }: { mediaType: string; sizeBytes: number; owner: string },
  ): Promise<KeptImage> {
    const extension: MediaExtension = extensionFor(mediaType) ?? 'bin';
    const { id } = await this.media.save(content, { extension, maxBytes: sizeBytes, owner });
    return { kind: 'stored', id, extension, mediaType };
  }
}
