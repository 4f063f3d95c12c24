import { type ShownModels } from '#relay';

/** What examples ask. A placeholder is the name of no model. */
export interface ExampleModel {
  id: string;
  kind: 'stand-in' | 'served' | 'placeholder';
}

/** A model that can chat now: one of the sandbox where that is served, since it needs no account and costs nothing. */
export function findExampleModel(models: Pick<ShownModels, 'listServed'>): ExampleModel {
  const able = models.listServed().filter(({ shown }) => shown.includes('chat'));
  const found = able.find(({ isStandIn }) => isStandIn) ?? able[0];
  if (found === undefined) return { id: 'your-model', kind: 'placeholder' };
  return { id: found.id, kind: found.isStandIn ? 'stand-in' : 'served' };
}
