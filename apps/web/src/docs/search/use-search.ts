import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { gatewayAddress } from '../../app/addresses.js';
import { loadChunk } from '../../kit/load-chunk.js';
import { replaceExampleAddress } from '../guide/replace-example-address.js';
import { useReference } from '../reference/use-reference.js';
import { type SearchEntry, findEntries, listOperations } from './search-entries.js';

export interface Search {
  isPending: boolean;
  found: SearchEntry[];
}

/** Searches the API reference and the guide. Both are loaded when `isEnabled` becomes true. */
export function useSearch(query: string, max: number, isEnabled = true): Search {
  const reference = useReference(isEnabled);
  const guide = useQuery({ queryKey: ['guide-index'], queryFn: loadGuideIndex, enabled: isEnabled });
  const entries = useMemo(
    () =>
      isEnabled
        ? [...(guide.data ?? []), ...(reference.data === undefined ? [] : listOperations(reference.data))]
        : [],
    [isEnabled, reference.data, guide.data],
  );
  const found = useMemo(() => findEntries(entries, query, max), [entries, query, max]);
  return { isPending: isEnabled && (reference.isPending || guide.isPending), found };
}

async function loadGuideIndex(): Promise<SearchEntry[]> {
  const { GUIDE_INDEX } = await loadChunk(() => import('./guide-index.js'));
  return GUIDE_INDEX.map((entry) => ({ ...entry, text: replaceExampleAddress(entry.text, gatewayAddress) }));
}
