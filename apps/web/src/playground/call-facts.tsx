import { Code, Group, Skeleton, Text } from '@mantine/core';
import { type ReactNode } from 'react';
import { formatDuration, formatUsd } from '../kit/format.js';
import { type CallReport } from './call/call-report.js';
import { useRecordedRequest } from './call/request-cost.js';
import { Tooltip } from '../kit/tooltip.js';

export interface CallFactsProps {
  report: CallReport;
  /** More <Fact> elements, shown first. */
  extra?: ReactNode;
}

/** Latency, cost and other details of a call, in one line. */
export function CallFacts({ report, extra }: CallFactsProps) {
  const { latencyMs, channel, upstreamModel, attempts = 1, warnings, requestId } = report;
  return (
    <Group gap="xs">
      {extra}
      <Fact name="Latency" explanation="From sending the request to the last byte">
        {formatDuration(latencyMs)}
      </Fact>
      <Cost report={report} />
      {channel === undefined ? null : (
        <Fact name="Channel" explanation={`Served by ${upstreamModel ?? 'its model'}, attempt ${attempts}`}>
          {channel}
        </Fact>
      )}
      {warnings.length === 0 ? null : (
        <Fact name="Removed" explanation="Parameters that the model does not support">
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

/** The cost from the response headers; a streamed response has no cost there, so it is loaded from the recorded request. */
function Cost({ report: { costUsd, requestId } }: { report: CallReport }) {
  const { recorded, isLoading } = useRecordedRequest(costUsd === undefined ? requestId : undefined);
  if (isLoading) return <Skeleton h={12} w={64} aria-label="Loading the cost" />;
  return <CostFact costUsd={costUsd ?? recorded?.cost_usd} />;
}

/** Null means that the model has no price; undefined means that the cost is not loaded. */
export function CostFact({ costUsd }: { costUsd: number | null | undefined }) {
  if (costUsd === undefined) return null;
  if (costUsd !== null) {
    return (
      <Fact name="Cost" explanation="The amount charged">
        {formatUsd(costUsd)}
      </Fact>
    );
  }
  return (
    <Fact name="Cost" explanation="The gateway has no price for this model">
      unknown
    </Fact>
  );
}

export interface FactProps {
  name: string;
  explanation?: string;
  children: ReactNode;
}

export function Fact({ name, explanation, children }: FactProps) {
  return (
    <Tooltip label={explanation}>
      <Text size="xs" c="dimmed" className="tabular" component="span">
        {name} <b>{children}</b>
      </Text>
    </Tooltip>
  );
}
