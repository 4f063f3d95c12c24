import { Skeleton, type SkeletonProps } from '@mantine/core';

/** Takes the place of content that is being loaded. */
export function LoadingPlaceholder(props: SkeletonProps) {
  return <Skeleton role="progressbar" aria-label="Loading" {...props} />;
}
