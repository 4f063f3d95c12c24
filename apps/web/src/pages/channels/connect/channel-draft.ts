import { type ChannelFormValues } from '../channel-form-values.js';

/**
 * What was typed in the quick setup, on its way to the form with all settings. It is kept in memory only: it holds API
 * keys, which must not get into the browser's history or storage.
 */
let draft: ChannelFormValues | undefined;

export function keepDraft(values: ChannelFormValues): void {
  draft = values;
}

/** Undefined where nothing was typed for this provider. */
export function findDraft(provider: string): ChannelFormValues | undefined {
  return draft?.provider === provider ? draft : undefined;
}

export function dropDraft(): void {
  draft = undefined;
}
