import { Button, Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams } from 'react-router';
import { Failure } from '../../kit/failure.js';
import { PageHeader } from '../../kit/page-header.js';
import { OwnerActivity } from './owner-activity.js';
import { oneOwner } from './owner-queries.js';

/** An owner that is nobody who can sign in, such as a team. Users have a page of their own. */
export function OwnerPage() {
  const { name = '' } = useParams();
  const { data: owner, error, refetch } = useQuery(oneOwner(name));
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (owner === undefined) return <Skeleton h={400} aria-label="Loading" />;
  if (owner.user !== null) return <Navigate to={`/users/${owner.user.id}`} replace />;
  return (
    <>
      <PageHeader
        title={owner.name}
        description="Owns tokens, which see each other’s tasks and stored responses. Nobody signs in with this name."
        actions={
          <Button
            component={Link}
            to={`/tokens/new?${new URLSearchParams({ owner: owner.name })}`}
            leftSection={<IconPlus size={16} />}
          >
            New token
          </Button>
        }
      />
      <OwnerActivity owner={owner.name} />
    </>
  );
}
