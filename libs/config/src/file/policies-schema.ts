import { z } from 'zod';
import * as values from './values.js';

/** The most that a cap can be set to. */
export const MAX_OUTPUT_TOKENS = 1_000_000_000;
export const MAX_CHOICES = 1000;
export const MAX_VIDEO_SECONDS = 3600;

export const MODERATION_ACTIONS = ['block', 'flag'] as const;
export const REDACTED_KINDS = ['email', 'card', 'phone'] as const;

export const PIXEL_SIZE = 'a size in pixels, such as 1024x1024';

const PIXELS = /^[1-9]\d{0,4}x[1-9]\d{0,4}$/;

export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

const pixelSize = z.string(PIXEL_SIZE).transform((text, context): PixelSize => {
  const size = parsePixelSize(text);
  if (size !== undefined) return size;
  context.addIssue({ code: 'custom', message: PIXEL_SIZE, input: text });
  return z.NEVER;
});

/** What every request has to keep to, whoever sends it and in whichever format. */
export const policiesSchema = values.mapOf('a map of policies', {
  maxOutputTokens: values.whole(1, MAX_OUTPUT_TOKENS).optional(),
  maxChoices: values.whole(1, MAX_CHOICES).optional(),
  maxImageSize: pixelSize.optional(),
  maxVideoSize: pixelSize.optional(),
  maxVideoSeconds: values.whole(1, MAX_VIDEO_SECONDS).optional(),
  moderation: values
    .mapOf('a map of model and action', {
      model: values.modelId,
      action: values.oneOf('an action', MODERATION_ACTIONS).default('block'),
    })
    .optional(),
  redact: values
    .listOf('kinds of text to redact', values.oneOf('a kind of text to redact', REDACTED_KINDS))
    .optional(),
});

/** Undefined where the text is no size. */
export function parsePixelSize(text: string): PixelSize | undefined {
  if (!PIXELS.test(text)) return undefined;
  const [width = 0, height = 0] = text.split('x').map(Number);
  return { width, height };
}
