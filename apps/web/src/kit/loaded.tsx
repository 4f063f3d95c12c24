import { Anchor, type SkeletonProps } from '@mantine/core';
import { type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { Link } from 'react-router';
import { LoadingPlaceholder } from './loading-placeholder.js';
import { Failure } from './failure.js';
import { PageHeader } from './page-header.js';

interface LoadedProps<Data> extends Omit<SkeletonProps, 'children'> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  /** Keeps showing the loaded data if a refetch fails. */
  keepsStaleData?: boolean;
  /** Shown above the error if the data could not be loaded. */
  heading?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Renders the data of a query, a skeleton while it is loading, or an error. The other props are for the skeleton. */
export function Loaded<Data>({
  query,
  keepsStaleData = false,
  heading,
  children,
  ...skeleton
}: LoadedProps<Data>) {
  const { data, error, refetch } = query;
  if (data !== undefined && (error === null || keepsStaleData)) return children(data);
  if (error === null) return <LoadingPlaceholder {...skeleton} />;
  return (
    <>
      {heading}
      <Failure error={error} onRetry={() => void refetch()} />
    </>
  );
}

interface LoadedPageProps<Data> extends Omit<LoadedProps<Data>, 'heading'> {
  /** The heading if the page cannot be loaded, such as "Model". */
  title: string;
  list: { label: string; to: string };
}

/** The page of a single item. If the item cannot be loaded, the page shows a heading, a link to the list and the error. */
export function LoadedPage<Data>({ title, list, ...props }: LoadedPageProps<Data>) {
  const heading = (
    <>
      <Anchor component={Link} to={list.to} size="sm">
        {list.label}
      </Anchor>
      <PageHeader title={title} />
    </>
  );
  return <Loaded h={400} heading={heading} {...props} />;
}
