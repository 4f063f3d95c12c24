import { useQuery } from '@tanstack/react-query';
import { gatewayAddress } from '../../app/place.js';
import { loadPart } from '../../kit/load-part.js';
import { type GuideContent } from './guide-content.js';
import { loadGuideText } from './guide-texts.js';
import { withAddress } from './own-address.js';

/** Loads a page, with the address of this gateway in its examples. The data is null if the page does not exist. */
export function useGuidePage(name: string) {
  return useQuery({
    queryKey: ['guide', name],
    queryFn: async () => {
      const text = await loadPart(() => loadGuideText(name));
      return text === null ? null : (JSON.parse(withAddress(text, gatewayAddress)) as GuideContent);
    },
  });
}
