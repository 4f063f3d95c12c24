import { useQuery } from '@tanstack/react-query';
import { toAddress } from '../../app/place.js';
import { type ModelList, findChatModel } from './find-chat-model.js';

const NOT_KNOWN = 'your-model';

/** A model that the new token may chat with, as the public API tells it. */
export function useUsableModel(key: string): string {
  const { data } = useQuery({ queryKey: ['usable-model', key], queryFn: () => usableModel(key), gcTime: 0 });
  return data ?? NOT_KNOWN;
}

async function usableModel(key: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(toAddress('/v1/models'), { headers, credentials: 'omit' });
  return findChatModel((await response.json()) as ModelList) ?? NOT_KNOWN;
}
