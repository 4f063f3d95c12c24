import { type ChannelFormValues } from '../channel-form-values.js';

/**
 * The values of the quick setup, for the form with all settings. They are kept in memory only, because API keys must not be
 * stored in the browser's history or storage.
 */
let draft: ChannelFormValues | undefined;

export function setDraft(values: ChannelFormValues): void {
  draft = values;
}

/** Undefined if there are no values for this provider. */
export function findDraft(provider: string): ChannelFormValues | undefined {
  return draft?.provider === provider ? draft : undefined;
}

export function clearDraft(): void {
  draft = undefined;
}
