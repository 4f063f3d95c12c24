import { z } from 'zod';
import * as values from './values.js';

const MOST_OUTPUT_TOKENS = 1_000_000_000;
const MOST_CHOICES = 1000;
const LONGEST_VIDEO_SECONDS = 3600;

const ACTIONS = ['block', 'flag'] as const;
const REDACTED_KINDS = ['email', 'card', 'phone'] as const;

const SIZE = 'a size in pixels, such as 1024x1024';
const pixelSize = z
  .string(SIZE)
  .regex(/^[1-9]\d{0,4}x[1-9]\d{0,4}$/, SIZE)
  .transform((text) => {
    const [width = 0, height = 0] = text.split('x').map(Number);
    return { width, height };
  });

/** What every request has to keep to, whoever sends it and in whichever format. */
export const policiesSchema = values.mapOf('a map of policies', {
  maxOutputTokens: values.whole(1, MOST_OUTPUT_TOKENS).optional(),
  maxChoices: values.whole(1, MOST_CHOICES).optional(),
  maxImageSize: pixelSize.optional(),
  maxVideoSize: pixelSize.optional(),
  maxVideoSeconds: values.whole(1, LONGEST_VIDEO_SECONDS).optional(),
  moderation: values
    .mapOf('a map of model and action', {
      model: values.modelId,
      action: values.oneOf('an action', ACTIONS).default('block'),
    })
    .optional(),
  redact: values
    .listOf('kinds of text to redact', values.oneOf('a kind of text to redact', REDACTED_KINDS))
    .optional(),
});
