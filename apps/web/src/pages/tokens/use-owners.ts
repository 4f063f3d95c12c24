import { useQuery } from '@tanstack/react-query';
import { getAnswer, api } from '../../api/client.js';
import { useSession } from '../../session/session-provider.js';

const MAX = 200;

/** Owners that somebody may mean: the people who can sign in. Members know only themselves. */
export function useOwners(): string[] {
  const { user } = useSession();
  const { data } = useQuery({
    queryKey: ['users', 'owners'],
    queryFn: () => getAnswer(api.GET('/api/users', { params: { query: { limit: MAX } } })),
    enabled: user?.role !== 'member',
    staleTime: 60_000,
  });
  return data?.data.map(({ email }) => email) ?? [];
}
