import { useQuery } from '@tanstack/react-query';

export function useGuide() {
  return useQuery({
    queryKey: ['guide'],
    queryFn: async () => (await import('./guide-texts.js')).GUIDE_TEXTS,
  });
}
