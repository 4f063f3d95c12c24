import { type ImageAnswer, type ImageRequest } from '#canonical';
import { definedMembers } from '../openai-dialect/defined-members.js';
import { encodeTypedEvent, TypedEventTap } from '../operations/typed-event-tap.js';
import { encodeImageUsage, readImageUsage } from './image-usage.js';

export type EventFamily = 'image_generation' | 'image_edit';

/** A whole answer in place of a stream: the image is there at once. */
export function encodeCompletedEvents(
  { createdAtSeconds, images, facts, usage }: ImageAnswer,
  asked: ImageRequest,
  family: EventFamily,
): string {
  return images
    .map(({ source }) =>
      encodeTypedEvent({
        type: `${family}.completed`,
        ...definedMembers({
          b64_json: source.kind === 'bytes' ? source.base64 : undefined,
          created_at: createdAtSeconds,
          size: facts?.size ?? asked.size ?? 'auto',
          quality: facts?.quality ?? asked.quality ?? 'auto',
          background: facts?.background ?? asked.background ?? 'auto',
          output_format: facts?.outputFormat ?? asked.outputFormat ?? 'png',
          usage: usage === undefined ? undefined : encodeImageUsage(usage),
        }),
      }),
    )
    .join('');
}

/** Looks at a stream of images that become clearer until one is complete. */
export function createImageTap(secrets: readonly string[]): TypedEventTap {
  return new TypedEventTap({
    terminal: isLast,
    readUsage: ({ type, usage }) => (isLast(type) ? readImageUsage(usage, 1) : undefined),
    secrets,
  });
}

function isLast(type: unknown): boolean {
  return typeof type === 'string' && type.endsWith('.completed');
}
