import { type ImageAnswer, type ImageRequest, type Lost } from '#canonical';
import { type UpstreamOperation } from '../operations/operation-format.js';

/** Gemini reports no creation time, so this is ours. */
export type MadeImages = Omit<ImageAnswer, 'createdAtSeconds'>;

/** A service that makes images and is asked in its own words. Images to change are given to it as bytes. */
export interface ImageUpstream extends UpstreamOperation<ImageRequest, MadeImages> {
  /** How many images one call can make. */
  readonly maxAtOnce: number;
}

/** Options for which a service has no parameter. An option that asks for nothing in particular is not lost. */
export function lostOptions(
  asked: ImageRequest,
  fields: readonly (keyof ImageRequest)[],
): Lost<ImageRequest>[] {
  return fields
    .filter((field) => asked[field] !== undefined && asked[field] !== 'auto' && asked[field] !== 0)
    .map((field) => ({ field, reason: 'the upstream has no such parameter' }));
}
