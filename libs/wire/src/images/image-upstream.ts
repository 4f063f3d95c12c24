import { type ImageResult, type ImageRequest, type LostField } from '#canonical';
import { type UpstreamOperation } from '../operations/operation-format.js';

/** Gemini reports no creation time, so the gateway sets it. */
export type MadeImages = Omit<ImageResult, 'createdAtSeconds'>;

/** An image service with a format of its own. Images to edit are sent to it as bytes. */
export interface ImageUpstream extends UpstreamOperation<ImageRequest, MadeImages> {
  /** The number of images that one request can generate. */
  readonly maxAtOnce: number;
}

/** Options that the service has no parameter for. `auto` and 0 are not reported as lost. */
export function listLostOptions(
  request: ImageRequest,
  fields: readonly (keyof ImageRequest)[],
): LostField<ImageRequest>[] {
  return fields
    .filter((field) => request[field] !== undefined && request[field] !== 'auto' && request[field] !== 0)
    .map((field) => ({ field, reason: 'the upstream does not have this parameter' }));
}
