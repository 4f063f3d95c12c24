import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useSession } from '../../session/session-provider.js';
import { ownerPath } from './owner-path.js';

/** The name of an owner, with a link to its page for administrators. */
export function OwnerName({ owner }: { owner: string | null }) {
  const { user } = useSession();
  if (owner === null) {
    return (
      <Text span inherit c="dimmed">
        none
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
