export type ModelLabel = (model: string) => string;

/** Only listed models have a label of their own: clients can send any name if a channel serves a pattern of models. */
export function createModelLabel(isListedModel: (model: string) => boolean): ModelLabel {
  return (model) => (isListedModel(model) ? model : 'other');
}
