import { SANDBOX_MODELS } from './models.js';

/** The channel that exists without being configured, so that a newcomer has something to talk to. */
export const SANDBOX_CHANNEL = {
  name: 'sandbox',
  provider: 'sandbox',
  models: Object.keys(SANDBOX_MODELS),
} as const;
