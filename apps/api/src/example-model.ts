import { type ShownModels } from '#relay';

/**
 * The model in the examples. `placeholder`: no model is served. `unlisted`: models are served, but their names are not public.
 * `stand-in`: a model of the sandbox.
 */
export interface ExampleModel {
  id: string;
  kind: 'stand-in' | 'served' | 'unlisted' | 'placeholder';
}

/** Finds a chat model that is served. A sandbox model is preferred: it needs no account and costs nothing. */
export function findExampleModel(models: Pick<ShownModels, 'listServed'>): ExampleModel {
  const chatModels = models.listServed().filter(({ shown }) => shown.includes('chat'));
  const found = chatModels.find(({ isStandIn }) => isStandIn) ?? chatModels[0];
  if (found === undefined) return { id: 'your-model', kind: 'placeholder' };
  return { id: found.id, kind: found.isStandIn ? 'stand-in' : 'served' };
}
