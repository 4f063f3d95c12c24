import { useQuery } from '@tanstack/react-query';
import { gatewayAddress } from '../../app/addresses.js';
import { loadChunk } from '../../kit/load-chunk.js';
import { type GuideContent } from './guide-content.js';
import { loadGuideText } from './guide-texts.js';
import { replaceExampleAddress } from './replace-example-address.js';

/** Loads a page, with the address of this gateway in its examples. The data is null if the page does not exist. */
export function useGuidePage(name: string) {
  return useQuery({
    queryKey: ['guide', name],
    queryFn: async () => {
      const text = await loadChunk(() => loadGuideText(name));
      return text === null ? null : (JSON.parse(replaceExampleAddress(text, gatewayAddress)) as GuideContent);
    },
  });
}
