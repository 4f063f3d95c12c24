import { type JsonObject } from '#canonical';
import { type BlockPart } from './block-order.js';
import { ItemWriter } from './item-writer.js';

/** An image that the model made; it comes whole. */
export class ImageWriter extends ItemWriter {
  private result: string | null = null;

  item(): JsonObject {
    return { id: this.place.id, type: 'image_generation_call', status: this.status, result: this.result };
  }

  write(part: BlockPart): void {
    if (part.type !== 'media' || part.part.source.kind !== 'bytes') return;
    this.result = part.part.source.base64;
    this.emit('response.image_generation_call.completed', {});
  }
}
