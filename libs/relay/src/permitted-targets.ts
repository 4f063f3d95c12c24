import { type Token, mayUseModel } from '#access';
import { type Capability, GatewayError } from '#canonical';
import { type Catalog, type Target, type drawFor } from '#catalog';

/** The targets of a model, best first, for a token that may use it. */
export function permittedTargets(
  catalog: Catalog,
  token: Token,
  { model, capability, draw }: { model: string; capability: Capability; draw?: ReturnType<typeof drawFor> },
): Target[] {
  const targets = catalog.targetsFor(model, capability, draw);
  if (!mayUseModel(token, model)) {
    throw new GatewayError('model-not-allowed', `This API token may not use the model "${model}".`, {
      param: 'model',
    });
  }
  return targets;
}

/** For a model whose channels are of providers that do not do such a thing. */
export function notServed(model: string, capability: Capability): GatewayError {
  return new GatewayError(
    'unsupported-capability',
    `The model "${model}" does not serve ${capability} requests.`,
    { param: 'model' },
  );
}
