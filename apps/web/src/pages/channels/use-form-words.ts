import { type Channel, useProviders } from './channel-queries.js';
import { inFormWords } from './connect/in-form-words.js';

/** Returns a function that replaces setting names in a text with the labels of the channel's form. */
export function useFormWords({ provider: id }: Pick<Channel, 'provider'>): (text: string) => string {
  const { data: providers } = useProviders();
  const provider = providers?.find((one) => one.id === id);
  return (text) => (provider === undefined ? text : inFormWords(text, provider));
}
