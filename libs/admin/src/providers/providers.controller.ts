import { Get } from '@nestjs/common';
import { type Provider, listProviders } from '#providers';
import { AdminAccess } from '../access/admin-access.js';
import { AdminController } from '../admin-controller.js';
import { Described } from '../openapi/described.js';
import { type ProviderView, ProvidersView } from './provider.dto.js';

@AdminController('/api/providers')
export class ProvidersController {
  @Get()
  @AdminAccess({ scope: 'channels:read', member: false })
  @Described({
    summary: 'List providers',
    description: 'What a channel can lead to, and what has to be known of an account there.',
    answer: ProvidersView,
  })
  list(): ProvidersView {
    return { data: listProviders().map(viewProvider) };
  }
}

function viewProvider(provider: Provider): ProviderView {
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
