import { Alert, Group, Loader, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { type Schema } from '../../../api/client.js';
import { Failure } from '../../../kit/failure.js';
import { type Provider } from '../channel-queries.js';
import { getConnectLabel } from './connect-values.js';
import { withFormLabels } from './with-form-labels.js';

export type CheckResult = Schema<'ChannelCheckView'>;

interface CheckOutcomeProps {
  result: CheckResult | undefined;
  provider: Provider;
  isPending: boolean;
  error: Error | null;
}

/** The result of the check with its message. The form only marks the field that is probably wrong. */
export function CheckOutcome({ result, provider, isPending, error }: CheckOutcomeProps) {
  return (
    <div aria-live="polite">
      {isPending ? (
        <Group gap="xs">
          <Loader size="xs" aria-hidden />
          <Text size="sm">Checking the connection…</Text>
        </Group>
      ) : error !== null ? (
        <Failure error={error} />
      ) : result === undefined ? null : (
        <Result result={result} provider={provider} />
      )}
    </div>
  );
}

function Result({ result: { outcome, test }, provider }: { result: CheckResult; provider: Provider }) {
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
        <Alert color="blue" icon={<IconInfoCircle />} title="Connection not checked">
          <Text size="sm">
            This provider has no free endpoint for a connection check. You can still connect it; the first
            request shows whether it works.
          </Text>
        </Alert>
      );
    default:
      return (
        <Alert color="red" icon={<IconAlertTriangle />} title="Check failed" role="alert">
          <Text size="sm">{test?.message}</Text>
          {test?.advice ? (
            <Text size="sm" fw={550} mt={6}>
              {withFormLabels(test.advice, provider, getConnectLabel)}
            </Text>
          ) : null}
        </Alert>
      );
  }
}
