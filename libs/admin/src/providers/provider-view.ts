import { type Provider } from '#providers';
import { type ProviderView } from './provider.dto.js';

export function viewProvider(provider: Provider): ProviderView {
  const { id, label, fields, speaks, video, listModels, usualModels = [] } = provider;
  return {
    id,
    label,
    fields: fields.map((field) => ({ ...field, default: field.default ?? null, help: field.help ?? null })),
    formats: getFormats(speaks, usualModels),
    operations: [...Object.keys(speaks), ...(video === undefined ? [] : ['video'])],
    usual_models: [...usualModels],
    lists_models: listModels !== undefined,
  };
}

/** Where that depends on the model, by those that it usually has. */
function getFormats(speaks: Provider['speaks'], models: readonly string[]): string[] {
  const candidates: (readonly string[] | ((model: string) => readonly string[]))[] = Object.values(speaks);
  const spoken = candidates.flatMap((formats) =>
    typeof formats === 'function' ? models.flatMap((model) => formats(model.replace(/\*$/, ''))) : formats,
  );
  return [...new Set(spoken)];
}
