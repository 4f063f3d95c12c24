import { type Provider, SANDBOX_CHANNEL } from '#providers';
import { type ProviderForm, type ProviderId } from './provider-forms.js';
import { type ProviderFieldView, type ProviderView } from './provider.dto.js';

export function viewProvider(id: ProviderId, provider: Provider, form: ProviderForm): ProviderView {
  const usualModels = provider.usualModels ?? (id === 'sandbox' ? SANDBOX_CHANNEL.models : []);
  return {
    id,
    label: form.label,
    fields: [...baseUrlField(provider, form), ...keysField(form), ...apiVersionField(id)],
    formats: formatsOf(provider, usualModels),
    operations: [...Object.keys(provider.speaks), ...(provider.video === undefined ? [] : ['video'])],
    usual_models: [...usualModels],
    lists_models: provider.listModels !== undefined,
  };
}

function baseUrlField(
  { usualBaseUrl, transport }: Provider,
  { baseUrlHelp }: ProviderForm,
): ProviderFieldView[] {
  // What is not reached over the network has no address.
  if (transport !== undefined) return [];
  const isRequired = usualBaseUrl === undefined;
  return [
    {
      name: 'base_url',
      label: 'Base URL',
      type: 'url',
      required: isRequired,
      default: usualBaseUrl ?? null,
      help: baseUrlHelp ?? null,
    },
  ];
}

function keysField({ keys }: ProviderForm): ProviderFieldView[] {
  if (keys === 'none') return [];
  return [
    {
      name: 'api_keys',
      label: 'API keys',
      type: 'secrets',
      required: keys === 'required',
      default: null,
      help: 'Several are used in turn.',
    },
  ];
}

function apiVersionField(id: ProviderId): ProviderFieldView[] {
  if (id !== 'azure-openai') return [];
  return [
    { name: 'api_version', label: 'API version', type: 'text', required: false, default: null, help: null },
  ];
}

/** Where that depends on the model, by those that it usually has. */
function formatsOf({ speaks }: Provider, models: readonly string[]): string[] {
  const ways: (readonly string[] | ((model: string) => readonly string[]))[] = Object.values(speaks);
  const spoken = ways.flatMap((formats) =>
    typeof formats === 'function' ? models.flatMap((model) => formats(model.replace(/\*$/, ''))) : formats,
  );
  return [...new Set(spoken)];
}
