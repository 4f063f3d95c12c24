import { z } from 'zod';
import { PIXEL_SIZE, type PixelSize, parsePixelSize } from '../text/pixel-size.js';
import {
  MAX_VIDEO_SECONDS,
  MODERATION_ACTIONS,
  MAX_CHOICES,
  MAX_OUTPUT_TOKENS,
  REDACTED_KINDS,
} from './policy-bounds.js';
import * as values from './values.js';

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
