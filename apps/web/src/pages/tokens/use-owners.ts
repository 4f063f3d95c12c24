import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client.js';
import { useSession } from '../../session/session-provider.js';

const MOST = 200;

/** Owners that somebody may mean: the people who can sign in. Members know only themselves. */
export function useOwners(): string[] {
  const { user } = useSession();
  const { data } = useQuery({
    queryKey: ['users', 'owners'],
    queryFn: () => answerOf(api.GET('/api/users', { params: { query: { limit: MOST } } })),
    enabled: user?.role !== 'member',
    staleTime: 60_000,
  });
  return data?.data.map(({ email }) => email) ?? [];
}
