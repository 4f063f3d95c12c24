import { Get } from '@nestjs/common';
import { AUTH_MEMBERS, type Provider, listProviders } from '#providers';
import { AdminAccess } from '../access/admin-access.js';
import { AdminController } from '../admin-controller.js';
import { Described } from '../openapi/described.js';
import { getProviderGroup } from './provider-group.js';
import { type ProviderFieldView, type ProviderView, ProvidersView } from './provider.dto.js';

@AdminController('/api/providers')
export class ProvidersController {
  @Get()
  @AdminAccess({ scope: 'channels:read', member: false })
  @Described({
    summary: 'List providers',
    description: 'Providers for channels, and the fields that each requires.',
    response: ProvidersView,
  })
  list(): ProvidersView {
    return { data: listProviders().map(viewProvider) };
  }
}

function viewProvider(provider: Provider): ProviderView {
  const { id, label, fields, speaks, video, listModels, usualModels = [], exampleModels = [] } = provider;
  return {
    id,
    label,
    group: getProviderGroup(provider),
    fields: fields.map(viewField),
    formats: getFormats(speaks, [...usualModels, ...exampleModels]),
    operations: [...Object.keys(speaks), ...(video === undefined ? [] : ['video'])],
    usual_models: [...usualModels],
    lists_models: listModels !== undefined,
    api_key_page: provider.apiKeyPage ?? null,
  };
}

function viewField({ authType, ...field }: Provider['fields'][number]): ProviderFieldView {
  const members = authType === undefined ? [] : AUTH_MEMBERS[authType];
  return {
    ...field,
    default: field.default ?? null,
    help: field.help ?? null,
    auth_type: authType ?? null,
    members: members.map((member) => ({ ...member, help: member.help ?? null })),
  };
}

/** If the formats depend on the model: the formats of the provider's usual and example models. */
function getFormats(speaks: Provider['speaks'], models: readonly string[]): string[] {
  const candidates: (readonly string[] | ((model: string) => readonly string[]))[] = Object.values(speaks);
  const spoken = candidates.flatMap((formats) =>
    typeof formats === 'function' ? models.flatMap((model) => formats(model.replace(/\*$/, ''))) : formats,
  );
  return [...new Set(spoken)];
}
