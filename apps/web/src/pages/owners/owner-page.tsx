import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams } from 'react-router';
import { LoadedPage } from '../../kit/loaded.js';
import { PageHeader } from '../../kit/page-header.js';
import { OwnerActivity } from './owner-activity.js';
import { type Owner, oneOwner } from './owner-queries.js';

/** The page of an owner that is not a user, such as a project. Owners that are users redirect to the page of the user. */
export function OwnerPage() {
  const { name = '' } = useParams();
  return (
    <LoadedPage query={useQuery(oneOwner(name))} title="Owner" list={{ label: 'Owners', to: '/owners' }}>
      {(owner) => <OwnerDetails owner={owner} />}
    </LoadedPage>
  );
}

function OwnerDetails({ owner }: { owner: Owner }) {
  if (owner.user !== null) return <Navigate to={`/users/${owner.user.id}`} replace />;
  return (
    <>
      <PageHeader
        title={owner.name}
        description="An owner that is not a user. All of its tokens share its limits, tasks and stored responses."
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
