import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { type Fact } from '../../kit/fact-list.js';
import { describeOwner } from '../../kit/describe-owner.js';
import { formatDuration, formatUsd } from '../../kit/format.js';
import { RelativeTime } from '../../kit/relative-time.js';
import { type TaskDetail } from './task-queries.js';
import { isRunning } from './task-status.js';

export function submissionFacts({ request: submission }: TaskDetail): Fact[] {
  const { duration_seconds: seconds, width, height, images, format } = submission;
  return [
    { label: 'Duration', value: seconds === null ? 'Model default' : formatDuration(seconds * 1_000) },
    {
      label: 'Size',
      value: width === null || height === null ? 'Model default' : `${width} × ${height}`,
    },
    { label: 'Images', value: images === 0 ? 'None' : String(images) },
    ...(format === null ? [] : [{ label: 'Format', value: format }]),
  ];
}

export function buildFacts(task: TaskDetail, isAdmin: boolean): Fact[] {
  const { model, retry_of: retryOf, retried_as: retries } = task;
  return [
    { label: 'Submitted', value: <RelativeTime at={task.created_at} /> },
    ...moment('Started', task.started_at),
    ...moment('Finished', task.finished_at),
    ...(isRunning(task.status) ? moment('Deadline', task.deadline_at) : []),
    {
      label: 'Model',
      value: isAdmin ? <PageLink to={`/models/${encodeURIComponent(model)}`}>{model}</PageLink> : model,
    },
    { label: 'Channel', value: getChannel(task) },
    {
      label: 'Token',
      value: <PageLink to={`/tokens/${task.token_id}`}>{task.token_name ?? 'Deleted token'}</PageLink>,
    },
    { label: 'Owner', value: describeOwner(task.owner, task.token_name) },
    { label: 'Cost', value: getCost(task) },
    ...(task.webhook_url === null ? [] : [{ label: 'Webhook', value: task.webhook_url }]),
    ...(retryOf === null
      ? []
      : [{ label: 'Retry of', value: <PageLink to={`/tasks/${retryOf}`}>{retryOf}</PageLink> }]),
    ...retries.map((id, index) => ({
      label: index === 0 ? 'Retries' : `Retries (${index + 1})`,
      value: <PageLink to={`/tasks/${id}`}>{id}</PageLink>,
    })),
    ...(isRunning(task.status)
      ? []
      : [{ label: 'Request', value: <PageLink to={`/requests/${task.id}`}>View request</PageLink> }]),
  ];
}

function moment(label: string, at: string | null): Fact[] {
  return at === null ? [] : [{ label, value: <RelativeTime at={at} /> }];
}

function getChannel({ channel, upstream_model: upstreamModel, model }: TaskDetail): string {
  if (channel === null) return 'None yet';
  return upstreamModel === null || upstreamModel === model ? channel : `${channel} (as ${upstreamModel})`;
}

function getCost({ status, cost_usd: costUsd, held_usd: heldUsd }: TaskDetail): string {
  if (costUsd !== null) return formatUsd(costUsd);
  if (!isRunning(status)) return 'Unknown: the model has no price';
  return heldUsd === 0 ? 'Not known yet' : `Reserved ${formatUsd(heldUsd)}`;
}

function PageLink({ to, children }: { to: string; children: string }) {
  return (
    <Anchor component={Link} to={to} inherit>
      {children}
    </Anchor>
  );
}
