import { Alert, Text } from '@mantine/core';
import { IconGauge } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { describeLimits, describeModels } from './describe-limits.js';
import { ownLimits } from './catalog-queries.js';

/** Shows the limits of the signed-in user. Hidden if there are none. */
export function OwnLimits() {
  const { data } = useQuery(ownLimits);
  const limits = describeLimits(data?.together ?? null);
  const models = describeModels(data?.together ?? null);
  const max = data?.max_tokens ?? null;
  if (data === undefined || (limits.length === 0 && models === undefined && max === null)) return null;
  return (
    <Alert color="gate" icon={<IconGauge />} title="Your limits">
      {limits.length === 0 ? null : (
        <Text size="sm">
          Shared by all your tokens: {limits.join(', ')}. Each token can have its own limits as well.
        </Text>
      )}
      {models === undefined ? null : <Text size="sm">Your tokens may use these models: {models}.</Text>}
      {max === null ? null : (
        <Text size="sm">
          You have {data.active_tokens} of {max} tokens.
        </Text>
      )}
    </Alert>
  );
}
