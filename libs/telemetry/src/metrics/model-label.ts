export type ModelLabel = (model: string) => string;

/** Clients can make up as many names as they like, and a pattern of a channel serves them all: only listed ones are told apart. */
export function modelLabelFor(isListedModel: (model: string) => boolean): ModelLabel {
  return (model) => (isListedModel(model) ? model : 'other');
}
