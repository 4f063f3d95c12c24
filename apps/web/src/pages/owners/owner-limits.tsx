import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FactList } from '../../kit/fact-list.js';
import { Failure } from '../../kit/failure.js';
import { Section } from '../../kit/section.js';
import { describeLimits, describeModels } from '../catalog/describe-limits.js';
import { oneOwner } from './owner-queries.js';

/** What all tokens of an owner may use together. */
export function OwnerLimits({ owner }: { owner: string }) {
  const { data, error, refetch } = useQuery(oneOwner(owner));
  const limits = describeLimits(data?.limits ?? null);
  const models = describeModels(data?.limits ?? null);
  return (
    <Section title="Limits" h="100%">
      {error === null ? null : <Failure error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null ? <Skeleton h={80} /> : null}
      {data === undefined ? null : (
        <>
          <FactList
            facts={[
              { label: 'Tokens', value: `${data.active_tokens} active of ${data.tokens}` },
              {
                label: 'All together may use',
                value: limits.length === 0 ? 'No shared limit' : limits.join(', '),
              },
              ...(models === undefined ? [] : [{ label: 'Each may use the models', value: models }]),
            ]}
          />
          <Text size="xs" c="dimmed" mt="sm">
            {data.user?.role === 'member'
              ? 'From the settings for members, or what was set for this one.'
              : 'Limits of an owner are set in the config file.'}
          </Text>
        </>
      )}
    </Section>
  );
}
