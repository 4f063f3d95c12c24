import { Alert, Group, Loader, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { type Schema } from '../../../api/client.js';
import { Failure } from '../../../kit/failure.js';
import { type Provider } from '../channel-queries.js';
import { inFormWords } from './in-form-words.js';

export type CheckResult = Schema<'ChannelCheckView'>;

interface CheckOutcomeProps {
  result: CheckResult | undefined;
  provider: Provider;
  isPending: boolean;
  error: Error | null;
}

/** What came of the check, in words. */
export function CheckOutcome({ result, provider, isPending, error }: CheckOutcomeProps) {
  return (
    <div aria-live="polite">
      {isPending ? (
        <Group gap="xs">
          <Loader size="xs" aria-hidden />
          <Text size="sm">Asking the service …</Text>
        </Group>
      ) : error !== null ? (
        <Failure error={error} />
      ) : result === undefined ? null : (
        <Told result={result} provider={provider} />
      )}
    </div>
  );
}

function Told({ result: { outcome, test }, provider }: { result: CheckResult; provider: Provider }) {
  switch (outcome) {
    case 'invalid':
      return null;
    case 'works':
      return (
        <Alert color="gate" icon={<IconCircleCheck />} title="Connection works">
          <Text size="sm">{test?.message}</Text>
        </Alert>
      );
    case 'unknown':
      return (
        <Alert color="blue" icon={<IconInfoCircle />} title="It cannot be checked beforehand">
          <Text size="sm">
            This service has no request that would be free of charge. The first real one tells whether it
            works.
          </Text>
        </Alert>
      );
    default:
      return (
        <Alert color="red" icon={<IconAlertTriangle />} title="Check failed" role="alert">
          <Text size="sm">{test?.message}</Text>
          {test?.advice ? (
            <Text size="sm" fw={550} mt={6}>
              {inFormWords(test.advice, provider)}
            </Text>
          ) : null}
        </Alert>
      );
  }
}
