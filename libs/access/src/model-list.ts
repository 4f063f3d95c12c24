import { GatewayError } from '#canonical';
import { allowsModel } from '#rights';
import { type Token } from './token.js';

type ModelLists = Pick<Token, 'models' | 'ownerModels'>;

/** Whether both lists allow it: that of the token, and that of its owner. */
export function mayUseModel({ models, ownerModels }: ModelLists, model: string): boolean {
  return allowsModel(models, model) && allowsModel(ownerModels, model);
}

export function mayUseEveryModel({ models, ownerModels }: ModelLists): boolean {
  return models === undefined && ownerModels === undefined;
}

/** What a token is told that may not use a model, by the name that it was asked for with. */
export function modelRefusal({ models }: ModelLists, model: string, asked = model): GatewayError {
  const message = allowsModel(models, model)
    ? `The owner of this API token may not use the model "${asked}": it is not among the models for this member. Ask an admin.`
    : `This API token may not use the model "${asked}".`;
  return new GatewayError('model-not-allowed', message, { param: 'model' });
}
