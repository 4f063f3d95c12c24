import { Anchor, Skeleton, type SkeletonProps } from '@mantine/core';
import { type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { Link } from 'react-router';
import { Failure } from './failure.js';
import { PageHeader } from './page-header.js';

interface LoadedProps<Data> extends Omit<SkeletonProps, 'children'> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  /** Whether older data is still shown when it cannot be loaded again. */
  keepsOld?: boolean;
  /** Shown above the reason why nothing is loaded. */
  heading?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** The data of a query. Until it arrives, a skeleton with the other properties. */
export function Loaded<Data>({ query, keepsOld = false, heading, children, ...skeleton }: LoadedProps<Data>) {
  const { data, error, refetch } = query;
  if (data !== undefined && (error === null || keepsOld)) return children(data);
  if (error === null) return <Skeleton aria-label="Loading" {...skeleton} />;
  return (
    <>
      {heading}
      <Failure error={error} onRetry={() => void refetch()} />
    </>
  );
}

interface LoadedPageProps<Data> extends Omit<LoadedProps<Data>, 'heading'> {
  /** The heading where the page cannot be shown: "Model". */
  title: string;
  list: { label: string; to: string };
}

/** The page of one thing. If it cannot be shown, the page has a heading and a link to the list. */
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
