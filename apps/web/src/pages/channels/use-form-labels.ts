import { type Channel, useProviders } from './channel-queries.js';
import { withFormLabels } from './connect/with-form-labels.js';

/** Returns a function that replaces setting names in a text with the labels of the channel's form. */
export function useFormLabels({ provider: id }: Pick<Channel, 'provider'>): (text: string) => string {
  const { data: providers } = useProviders();
  const provider = providers?.find((one) => one.id === id);
  return (text) => (provider === undefined ? text : withFormLabels(text, provider));
}
