import { Alert, Text } from '@mantine/core';
import { IconGauge } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { describeLimits, describeModels } from './describe-limits.js';
import { ownLimits } from './catalog-queries.js';

/** What somebody's tokens may use together, so that nobody is surprised by a refusal; nothing where nothing is limited. */
export function OwnLimits() {
  const { data } = useQuery(ownLimits);
  const limits = describeLimits(data?.together ?? null);
  const models = describeModels(data?.together ?? null);
  const max = data?.max_tokens ?? null;
  if (data === undefined || (limits.length === 0 && models === undefined && max === null)) return null;
  return (
    <Alert color="gate" icon={<IconGauge />} title="What your administrator allows you">
      {limits.length === 0 ? null : (
        <Text size="sm">All of your tokens together: {limits.join(', ')}. These count for every token.</Text>
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
