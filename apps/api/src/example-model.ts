import { type ShownModels } from '#relay';

/**
 * The model in the examples. A placeholder stands for a model where none is served; an unlisted one where models are
 * served and their names are not public.
 */
export interface ExampleModel {
  id: string;
  kind: 'stand-in' | 'served' | 'unlisted' | 'placeholder';
}

/** Finds a chat model that is served. A sandbox model is preferred: it needs no account and costs nothing. */
export function findExampleModel(models: Pick<ShownModels, 'listServed'>): ExampleModel {
  const able = models.listServed().filter(({ shown }) => shown.includes('chat'));
  const found = able.find(({ isStandIn }) => isStandIn) ?? able[0];
  if (found === undefined) return { id: 'your-model', kind: 'placeholder' };
  return { id: found.id, kind: found.isStandIn ? 'stand-in' : 'served' };
}
