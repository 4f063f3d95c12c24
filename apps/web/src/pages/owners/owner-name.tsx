import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useSession } from '../../session/session-provider.js';
import { ownerPath } from './owner-queries.js';

/** Whose it is, with a way to their page for those who may see it. */
export function OwnerName({ owner }: { owner: string | null }) {
  const { user } = useSession();
  if (owner === null) {
    return (
      <Text span inherit c="dimmed">
        nobody
      </Text>
    );
  }
  if (user?.role === 'member') return owner;
  return (
    <Anchor component={Link} to={ownerPath(owner)} inherit>
      {owner}
    </Anchor>
  );
}
