import {
  IconActivity,
  IconBox,
  IconKey,
  IconMovie,
  IconPlugConnected,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { type Schema, api, unwrapResponse } from '../../api/client.js';
import { useSession } from '../../session/session-provider.js';
import { type QuickEntry } from './quick-entry.js';

type SearchHit = Schema<'FoundView'>;

const DEBOUNCE_MS = 200;
const MIN_CHARACTERS = 2;
const MAX_CHARACTERS = 200;

const ICONS = {
  token: IconKey,
  model: IconBox,
  channel: IconPlugConnected,
  user: IconUser,
  owner: IconUsers,
  request: IconActivity,
  task: IconMovie,
} as const;

const KINDS = {
  token: 'Token',
  model: 'Model',
  channel: 'Channel',
  user: 'User',
  owner: 'Owner',
  request: 'Request',
  task: 'Task',
} as const;

export interface GatewaySearch {
  entries: QuickEntry[];
  isSearching: boolean;
}

/** Searches the gateway by name or id. The results contain only what the user has access to. */
export function useGatewaySearch(query: string): GatewaySearch {
  const { user } = useSession();
  const navigate = useNavigate();
  const text = query.trim();
  const [settled] = useDebouncedValue(text, DEBOUNCE_MS);
  const canSearch =
    user != null &&
    !user.must_change_password &&
    settled.length >= MIN_CHARACTERS &&
    settled.length <= MAX_CHARACTERS;
  const { data, isFetching } = useQuery({
    queryKey: ['search', settled],
    queryFn: () => unwrapResponse(api.GET('/api/search', { params: { query: { q: settled } } })),
    enabled: canSearch,
    placeholderData: keepPreviousData,
  });
  const isMember = user?.role === 'member';
  const entries = (canSearch ? (data?.data ?? []) : []).map((hit) => ({
    kind: KINDS[hit.kind],
    label: hit.label,
    detail: hit.detail ?? undefined,
    icon: ICONS[hit.kind],
    run: () => void navigate(toPath(hit, isMember)),
  }));
  return { entries, isSearching: isFetching || (text !== settled && text.length >= MIN_CHARACTERS) };
}

function toPath({ kind, id }: SearchHit, isMember: boolean): string {
  const segment = encodeURIComponent(id);
  return kind === 'model' && isMember ? `/catalog/${segment}` : `/${kind}s/${segment}`;
}
