/** The most that a cap can be set to. */
export const MAX_OUTPUT_TOKENS = 1_000_000_000;
export const MAX_CHOICES = 1000;
export const MAX_VIDEO_SECONDS = 3600;

export const MODERATION_ACTIONS = ['block', 'flag'] as const;
export const REDACTED_KINDS = ['email', 'card', 'phone'] as const;
