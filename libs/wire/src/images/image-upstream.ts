import { type ImageAnswer, type ImageRequest, type Lost } from '#canonical';
import { type UpstreamOperation } from '../operations/operation-format.js';

/** What a service of another kind makes; when, it does not say. */
export type MadeImages = Omit<ImageAnswer, 'createdAtSeconds'>;

/** A service that makes pictures and is asked in its own words. Pictures to change are given to it as bytes. */
export interface ImageUpstream extends UpstreamOperation<ImageRequest, MadeImages> {
  /** How many pictures one call can make. */
  readonly mostAtOnce: number;
}

/** Wishes for which a service has no word. To wish for nothing in particular is no loss. */
export function lostWishes(
  asked: ImageRequest,
  fields: readonly (keyof ImageRequest)[],
): Lost<ImageRequest>[] {
  return fields
    .filter((field) => asked[field] !== undefined && asked[field] !== 'auto' && asked[field] !== 0)
    .map((field) => ({ field, reason: 'the upstream has no such parameter' }));
}
