import { Code, Group, Text, Tooltip } from '@mantine/core';
import { type ReactNode } from 'react';
import { formatDuration, formatUsd } from '../kit/format.js';
import { type CallReport } from './call/call-report.js';

export interface CallFactsProps {
  report: CallReport;
  /** What else there is to tell, as more <Fact>s. */
  extra?: ReactNode;
}

/** One quiet line below an answer. */
export function CallFacts({ report, extra }: CallFactsProps) {
  const { latencyMs, costUsd, channel, upstreamModel, attempts = 1, warnings, requestId } = report;
  return (
    <Group gap="xs">
      {extra}
      <Fact name="Latency" explanation="From sending the request to the last byte">
        {formatDuration(latencyMs)}
      </Fact>
      {costUsd === undefined ? null : <Fact name="Cost">{formatUsd(costUsd)}</Fact>}
      {channel === undefined ? null : (
        <Fact name="Channel" explanation={`Answered by ${upstreamModel ?? 'its model'}, attempt ${attempts}`}>
          {channel}
        </Fact>
      )}
      {warnings.length === 0 ? null : (
        <Fact name="Left out" explanation="Parameters that the model behind the gateway does not know">
          {warnings.join(', ')}
        </Fact>
      )}
      {requestId === undefined ? null : (
        <Fact name="Request">
          <Code fz="xs">{requestId}</Code>
        </Fact>
      )}
    </Group>
  );
}

export interface FactProps {
  name: string;
  explanation?: string;
  children: ReactNode;
}

export function Fact({ name, explanation, children }: FactProps) {
  return (
    <Tooltip label={explanation} disabled={explanation === undefined}>
      <Text size="xs" c="dimmed" className="tabular" component="span">
        {name} <b>{children}</b>
      </Text>
    </Tooltip>
  );
}
