import { GatewayError } from '#canonical';
import { allowsModel } from '#rights';
import { type Token } from './token.js';

type ModelLists = Pick<Token, 'models' | 'ownerModels'>;

/** Both lists must allow the model: the list of the token and the list of its owner. */
export function mayUseModel({ models, ownerModels }: ModelLists, model: string): boolean {
  return allowsModel(models, model) && allowsModel(ownerModels, model);
}

export function mayUseEveryModel({ models, ownerModels }: ModelLists): boolean {
  return models === undefined && ownerModels === undefined;
}

/** Throws if one of the lists does not allow the model. The message has the name that the request used. */
export function requireModel(lists: ModelLists, model: string, requestedName = model): void {
  if (mayUseEveryModel(lists) || mayUseModel(lists, model)) return;
  const message = allowsModel(lists.models, model)
    ? `The owner of this API token is not allowed to use the model "${requestedName}". An admin can allow it.`
    : `This API token is not allowed to use the model "${requestedName}".`;
  throw new GatewayError('model-not-allowed', message, { param: 'model' });
}
