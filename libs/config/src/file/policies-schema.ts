import { z } from 'zod';
import * as values from './values.js';

/*
 * The value types of the settings in the section `policies`.
 */

export const MODERATION_ACTIONS = ['block', 'flag'] as const;
export const REDACTED_KINDS = ['email', 'card', 'phone'] as const;

export const PIXEL_SIZE = 'a size in pixels, such as 1024x1024';

const PIXELS = /^[1-9]\d{0,4}x[1-9]\d{0,4}$/;

export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

export const pixelSize = z.string(PIXEL_SIZE).transform((text, context): PixelSize => {
  const size = parsePixelSize(text);
  if (size !== undefined) return size;
  context.addIssue({ code: 'custom', message: PIXEL_SIZE, input: text });
  return z.NEVER;
});

export const moderation = values.mapOf('a map of model and action', {
  model: values.modelId,
  action: values.oneOf('an action', MODERATION_ACTIONS).default('block'),
});

export const redactedKinds = values.listOf(
  'kinds of text to redact',
  values.oneOf('a kind of text to redact', REDACTED_KINDS),
);

/** Undefined if the text is not a size. */
export function parsePixelSize(text: string): PixelSize | undefined {
  if (!PIXELS.test(text)) return undefined;
  const [width = 0, height = 0] = text.split('x').map(Number);
  return { width, height };
}
