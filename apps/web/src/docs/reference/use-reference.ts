import { useQuery } from '@tanstack/react-query';
import { toAddress } from '../../app/addresses.js';
import { type ApiDocument, readReference } from './reference.js';

/** Loads the OpenAPI document. It is large: pass `false` as long as it is not needed. */
export function useReference(isEnabled = true) {
  return useQuery({
    queryKey: ['reference'],
    queryFn: async ({ signal }) => {
      const response = await fetch(toAddress('/openapi.json'), { signal });
      if (!response.ok)
        throw new Error(
          `The API description could not be loaded: the response has status ${response.status}.`,
        );
      return readReference((await response.json()) as ApiDocument);
    },
    enabled: isEnabled,
  });
}
