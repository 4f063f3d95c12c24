import { type Schema } from '../../../api/client.js';
import { BLANK_CHANNEL, type ChannelFormValues, buildNewChannel } from '../channel-form-values.js';
import { type Provider, type ProviderField } from '../channel-queries.js';
import { findMissingFields } from '../missing-fields.js';

/** The initial values. If a provider lists its models, the user picks them after the check. */
export function getStartValues(provider: Provider, taken: readonly string[]): ChannelFormValues {
  return {
    ...BLANK_CHANNEL,
    provider: provider.id,
    name: findFreeName(provider.id, taken),
    models: provider.lists_models ? [] : [...provider.usual_models],
  };
}

/** Adds a number if the name is taken, because channel names must be unique. */
export function findFreeName(name: string, taken: readonly string[]): string {
  const used = new Set(taken);
  let count = 1;
  while (used.has(count === 1 ? name : `${name}-${count}`)) count += 1;
  return count === 1 ? name : `${name}-${count}`;
}

/** The label in the quick setup, which accepts one key; the form with all settings accepts several. */
export function getConnectLabel({ type, label }: ProviderField): string {
  return type === 'secrets' ? 'API key' : label;
}

interface SortedFields {
  /** Always visible, required fields first. */
  primary: ProviderField[];
  /** In a collapsed section, because most accounts use their defaults. */
  others: ProviderField[];
}

export function sortFields({ fields, group }: Provider): SortedFields {
  // For your own server, the default address is rarely correct.
  const isOwnAddress = ({ type }: ProviderField): boolean => group === 'own' && type === 'url';
  const isPrimary = (field: ProviderField): boolean => isOwnAddress(field) || needsInput(field);
  const getRank = (field: ProviderField): number => (isOwnAddress(field) ? -1 : rank(field));
  return {
    primary: fields.filter(isPrimary).toSorted((a, b) => getRank(a) - getRank(b)),
    others: fields.filter((field) => !isPrimary(field)),
  };
}

function needsInput({ type, required, default: defaultValue }: ProviderField): boolean {
  return required || type === 'secrets' || type === 'auth' || (type === 'text' && defaultValue === null);
}

function rank({ type, required }: ProviderField): number {
  return (required ? 0 : 10) + (type === 'secrets' ? 0 : type === 'auth' ? 2 : 1);
}

/** An error for each field that is missing for a check. */
export function findMissing(values: ChannelFormValues, provider: Provider): Record<string, string> {
  const hasModels = provider.lists_models || values.models.length > 0;
  return {
    ...findMissingFields(values, provider),
    ...(hasModels ? {} : { models: 'Enter at least one model.' }),
  };
}

/**
 * Whether the account can be checked automatically: the required fields are filled in and the user has entered something. If
 * the provider accepts an identity instead of a key, the user must have entered one of them, because credentials of the host
 * are checked only on request.
 */
export function isReady(values: ChannelFormValues, provider: Provider): boolean {
  if (Object.keys(findMissing(values, provider)).length > 0) return false;
  const { fields } = provider;
  const isFilledIn = ({ name, type }: ProviderField): boolean => {
    if (type === 'auth') return values.hasAuth && Object.values(values.auth).some(isText);
    if (type === 'secrets') return !values.hasAuth && (values.secrets[name] ?? []).some(isText);
    return isText(values.texts[name] ?? '');
  };
  const hasIdentity = fields.some(({ type }) => type === 'auth');
  const relevantFields = hasIdentity
    ? fields.filter(({ type }) => type === 'auth' || type === 'secrets')
    : fields;
  return relevantFields.some(isFilledIn);
}

function isText(value: string): boolean {
  return value.trim() !== '';
}

/** `hasModelInput`: whether the user enters the models. Otherwise the check lists the models of the account. */
export function buildCheck(
  values: ChannelFormValues,
  provider: Provider,
  hasModelInput: boolean,
): Schema<'ChannelCheckInput'> {
  const { models, ...settings } = buildNewChannel(values, provider);
  return hasModelInput && values.models.length > 0 ? { ...settings, models } : settings;
}
