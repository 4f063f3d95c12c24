import { type ListedModel } from './listed-model.js';

export function openAiModel({ id, ownedBy, createdAt }: ListedModel): object {
  return { id, object: 'model', created: Math.floor(createdAt.getTime() / 1000), owned_by: ownedBy };
}

export function openAiModelList(models: readonly ListedModel[]): object {
  return { object: 'list', data: models.map(openAiModel) };
}
