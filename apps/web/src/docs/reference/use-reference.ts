import { useQuery } from '@tanstack/react-query';
import { toAddress } from '../../app/place.js';
import { type ApiDocument, readReference } from './reference.js';

export function useReference() {
  return useQuery({
    queryKey: ['reference'],
    queryFn: async ({ signal }) => {
      const response = await fetch(toAddress('/openapi.json'), { signal });
      if (!response.ok)
        throw new Error(`The description of the API could not be loaded (status ${response.status}).`);
      return readReference((await response.json()) as ApiDocument);
    },
  });
}
