import { type Schema } from '../../../api/client.js';
import { BLANK_CHANNEL, type ChannelFormValues, buildNewChannel } from '../channel-form-values.js';
import { type Provider, type ProviderField } from '../channel-queries.js';
import { findMissingFields } from '../missing-fields.js';

/** The initial values. Where a provider lists its models, they are picked from that list. */
export function getStartValues(provider: Provider, taken: readonly string[]): ChannelFormValues {
  return {
    ...BLANK_CHANNEL,
    provider: provider.id,
    name: findFreeName(provider.id, taken),
    models: provider.lists_models ? [] : [...provider.usual_models],
  };
}

/** Names of channels are unique. */
export function findFreeName(name: string, taken: readonly string[]): string {
  const used = new Set(taken);
  let count = 1;
  while (used.has(count === 1 ? name : `${name}-${count}`)) count += 1;
  return count === 1 ? name : `${name}-${count}`;
}

/** What the quick setup calls a field: it has room for one key, the form with all settings for several. */
export function getConnectLabel({ type, label }: ProviderField): string {
  return type === 'secrets' ? 'API key' : label;
}

interface SortedFields {
  /** Shown at once, the required ones first. */
  asked: ProviderField[];
  /** Behind a fold: they have a default that most accounts use. */
  others: ProviderField[];
}

export function sortFields({ fields, group }: Provider): SortedFields {
  // The address of a server of one's own is rarely the default.
  const isOwnAddress = ({ type }: ProviderField): boolean => group === 'own' && type === 'url';
  const isAsked = (field: ProviderField): boolean => isOwnAddress(field) || needsAnswer(field);
  const getRank = (field: ProviderField): number => (isOwnAddress(field) ? -1 : rank(field));
  return {
    asked: fields.filter(isAsked).toSorted((a, b) => getRank(a) - getRank(b)),
    others: fields.filter((field) => !isAsked(field)),
  };
}

function needsAnswer({ type, required, default: usual }: ProviderField): boolean {
  return required || type === 'secrets' || type === 'auth' || (type === 'text' && usual === null);
}

function rank({ type, required }: ProviderField): number {
  return (required ? 0 : 10) + (type === 'secrets' ? 0 : type === 'auth' ? 2 : 1);
}

/** What is missing for a check, by the fields of the form. */
export function findMissing(values: ChannelFormValues, provider: Provider): Record<string, string> {
  const hasModels = provider.lists_models || values.models.length > 0;
  return {
    ...findMissingFields(values, provider),
    ...(hasModels ? {} : { models: 'Enter at least one model.' }),
  };
}

/**
 * Whether to check without being told to. Nothing is checked before something is typed. Where a provider accepts an
 * identity in place of a key, one of the two has to be typed: the credentials of the host are checked on request only.
 */
export function isReady(values: ChannelFormValues, provider: Provider): boolean {
  if (Object.keys(findMissing(values, provider)).length > 0) return false;
  const { fields } = provider;
  const isTyped = ({ name, type }: ProviderField): boolean => {
    if (type === 'auth') return values.hasAuth && Object.values(values.auth).some(isText);
    if (type === 'secrets') return !values.hasAuth && (values.secrets[name] ?? []).some(isText);
    return isText(values.texts[name] ?? '');
  };
  const hasIdentity = fields.some(({ type }) => type === 'auth');
  const deciding = hasIdentity ? fields.filter(({ type }) => type === 'auth' || type === 'secrets') : fields;
  return deciding.some(isTyped);
}

function isText(value: string): boolean {
  return value.trim() !== '';
}

/** `namesModels`: whether models are typed by hand. Otherwise the check lists the models of the account. */
export function buildCheck(
  values: ChannelFormValues,
  provider: Provider,
  namesModels: boolean,
): Schema<'ChannelCheckInput'> {
  const { models, ...settings } = buildNewChannel(values, provider);
  return namesModels && values.models.length > 0 ? { ...settings, models } : settings;
}
