import { type Form } from '#canonical';

/** The form for an upstream that calls the model by another name; everything else as it came. */
export function retargetForm(form: Form, upstreamModel: string): Form {
  const model = { name: 'model', value: upstreamModel };
  const isNamed = form.some(({ name }) => name === 'model');
  return isNamed ? form.map((entry) => (entry.name === 'model' ? model : entry)) : [model, ...form];
}
