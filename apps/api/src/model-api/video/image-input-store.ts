import { createReadStream } from 'node:fs';
import { type ImageInput } from '#canonical';
import { type MediaExtension, MediaStore, extensionFor } from '#media';
import { type KeptImage, listImageFiles } from '#video-tasks';
import { Injectable } from '@nestjs/common';

/** Keeps the images of a request until its video is made, which is long after the request. */
@Injectable()
export class ImageInputStore {
  constructor(private readonly media: MediaStore) {}

  /** All of them or none. */
  async keep(images: readonly ImageInput[], owner: string): Promise<KeptImage[]> {
    const kept: KeptImage[] = [];
    try {
      for (const image of images) kept.push(await this.keepOne(image, owner));
      return kept;
    } catch (error) {
      await this.discard(kept);
      throw error;
    }
  }

  /** What cannot be removed now goes when its time is over, like any other file. */
  async discard(images: readonly KeptImage[]): Promise<void> {
    const files = listImageFiles(images);
    await Promise.allSettled(files.map(({ id, extension }) => this.media.delete(id, extension)));
  }

  private async keepOne(image: ImageInput, owner: string): Promise<KeptImage> {
    switch (image.kind) {
      case 'url':
        return { kind: 'url', url: image.url, param: image.param };
      case 'bytes': {
        const bytes = Buffer.from(image.base64, 'base64');
        return this.store(bytes, { mediaType: image.mediaType, sizeBytes: bytes.length, owner });
      }
      case 'file':
        return this.store(createReadStream(image.file.path), { ...image.file, owner });
    }
  }

  private async store(
    content: Uint8Array | AsyncIterable<Uint8Array>,
    { mediaType, sizeBytes, owner }: { mediaType: string; sizeBytes: number; owner: string },
  ): Promise<KeptImage> {
    const extension: MediaExtension = extensionFor(mediaType) ?? 'bin';
    const { id } = await this.media.save(content, { extension, maxBytes: sizeBytes, owner });
    return { kind: 'stored', id, extension, mediaType };
  }
}
