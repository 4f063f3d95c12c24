import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { describeEnd } from './describe-end.js';
import { ErrorDetail } from './error-detail.js';
import { type RequestDetail } from './request-queries.js';

/** Shows why the request failed. A request that the client ended is not shown as an error. */
export function FailureAlert({ request }: { request: RequestDetail }) {
  const end = describeEnd(request);
  if (end === undefined) return null;
  const { error_detail: detail } = request;
  const isNeutral = end.kind === 'client';
  return (
    <Alert
      color={isNeutral ? 'gray' : 'red'}
      icon={isNeutral ? <IconInfoCircle /> : <IconAlertTriangle />}
      title={end.title}
    >
      <ErrorDetail detail={detail} />
      <Text size="sm" mt={detail === null ? 0 : 'xs'}>
        {end.text}
      </Text>
    </Alert>
  );
}
