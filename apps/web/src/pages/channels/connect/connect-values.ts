import { type Schema } from '../../../api/client.js';
import { BLANK_CHANNEL, type ChannelFormValues, buildNewChannel } from '../channel-form-values.js';
import { type Provider, type ProviderField } from '../channel-queries.js';
import { findMissingFields, isFilled } from '../missing-fields.js';

/** What the form begins with. Where a service lists its models, they are picked from that list. */
export function getStartValues(provider: Provider, taken: readonly string[]): ChannelFormValues {
  return {
    ...BLANK_CHANNEL,
    provider: provider.id,
    name: findFreeName(provider.id, taken),
    models: provider.lists_models ? [] : [...provider.usual_models],
  };
}

/** The names of channels are their own. */
export function findFreeName(name: string, taken: readonly string[]): string {
  const used = new Set(taken);
  let count = 1;
  while (used.has(count === 1 ? name : `${name}-${count}`)) count += 1;
  return count === 1 ? name : `${name}-${count}`;
}

/** What has to be known, the key first, then what may be; and apart from these what most people leave as it is. */
export function sortFields({ fields }: Provider): { asked: ProviderField[]; others: ProviderField[] } {
  return {
    asked: fields.filter(isAsked).toSorted((a, b) => getRank(a) - getRank(b)),
    others: fields.filter((field) => !isAsked(field)),
  };
}

function isAsked({ type, required, default: usual }: ProviderField): boolean {
  return required || type === 'secrets' || type === 'auth' || (type === 'text' && usual === null);
}

function getRank({ type, required }: ProviderField): number {
  return (required ? 0 : 10) + (type === 'secrets' ? 0 : type === 'auth' ? 2 : 1);
}

/** What is still missing before anything can be asked, by the fields of the form. */
export function findMissing(values: ChannelFormValues, provider: Provider): Record<string, string> {
  const hasModels = provider.lists_models || values.models.length > 0;
  return {
    ...findMissingFields(values, provider),
    ...(hasModels ? {} : { models: 'Name at least one model.' }),
  };
}

/** Whether it can be asked by itself. A key that may be left out in a cloud is waited for: an identity is asked for by hand. */
export function isReady(values: ChannelFormValues, provider: Provider): boolean {
  if (Object.keys(findMissing(values, provider)).length > 0) return false;
  const keys = provider.fields.find(({ type }) => type === 'secrets');
  const hasIdentity = provider.fields.some(({ type }) => type === 'auth');
  if (keys === undefined || !hasIdentity) return true;
  return isFilled(values, keys);
}

/** `namesModels` where they are written by hand: otherwise the service is asked which there are. */
export function buildCheck(
  values: ChannelFormValues,
  provider: Provider,
  namesModels: boolean,
): Schema<'ChannelCheckInput'> {
  const { models, ...settings } = buildNewChannel(values, provider);
  return namesModels && values.models.length > 0 ? { ...settings, models } : settings;
}
