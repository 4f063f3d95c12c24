import { Alert, Anchor, Box, Grid, Group, Progress, Skeleton, Stack, Text, Timeline } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconDots, IconDownload, IconHourglass } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { toAddress } from '../../app/addresses.js';
import { CopyButton } from '../../kit/copy-button.js';
import { FactList } from '../../kit/fact-list.js';
import { Failure } from '../../kit/failure.js';
import { formatBytes, formatDuration } from '../../kit/format.js';
import { PageHeader } from '../../kit/page-header.js';
import { Section } from '../../kit/section.js';
import { RelativeTime } from '../../kit/relative-time.js';
import { useSession } from '../../session/session-provider.js';
import { TaskActions } from './task-actions.js';
import { TaskBadge } from './task-badge.js';
import { buildFacts, submissionFacts } from './task-facts.js';
import { type TaskDetail, oneTask } from './task-queries.js';
import { isRunning } from './task-status.js';
import { type DisplayTone, type TaskStep, getDisplayTone, toSteps } from './task-steps.js';
import classes from './task-video.module.css';

const STYLES: Readonly<Record<DisplayTone, { color: string; Icon: typeof IconCheck }>> = {
  done: { color: 'gray', Icon: IconCheck },
  plain: { color: 'gray', Icon: IconDots },
  good: { color: 'gate', Icon: IconCheck },
  bad: { color: 'red', Icon: IconAlertTriangle },
  waiting: { color: 'yellow', Icon: IconHourglass },
};

const NO_CAPTIONS = 'data:text/vtt,WEBVTT';

export function TaskPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(oneTask(id));
  return (
    <>
      <Anchor component={Link} to="/tasks" size="sm">
        Tasks
      </Anchor>
      <PageHeader
        title={data === undefined ? 'Task' : `Video by ${data.model}`}
        description={<TaskId id={id} />}
        actions={
          data === undefined ? null : (
            <>
              <TaskBadge status={data.status} />
              <TaskActions task={data} />
            </>
          )
        }
      />
      {error !== null ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && error === null ? <Skeleton h={320} aria-label="Loading the task" /> : null}
      {data === undefined ? null : <Details task={data} />}
    </>
  );
}

function TaskId({ id }: { id: string }) {
  return (
    <Group gap={4} wrap="nowrap" component="span" display="inline-flex">
      <Text span ff="monospace" size="sm" style={{ overflowWrap: 'anywhere' }}>
        {id}
      </Text>
      <CopyButton value={id} label="Copy the task ID" />
    </Group>
  );
}

function Details({ task }: { task: TaskDetail }) {
  const { user } = useSession();
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Stack>
          <State task={task} />
          {task.status === 'completed' ? (
            <Section title="Video">
              <TaskVideo task={task} />
            </Section>
          ) : null}
          <Section title="Request">
            <Prompt text={task.request.prompt} />
            <FactList facts={submissionFacts(task)} />
          </Section>
          <Section title="Task">
            <FactList facts={buildFacts(task, user?.role === 'admin')} />
          </Section>
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Section title="Timeline">
          <TaskTimeline task={task} />
        </Section>
      </Grid.Col>
    </Grid>
  );
}

function Prompt({ text }: { text: string }) {
  return (
    <Group wrap="nowrap" align="flex-start" justify="space-between" mb="md">
      <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} miw={0}>
        {text === '' ? 'No prompt, only images.' : text}
      </Text>
      <CopyButton value={text} label="Copy the prompt" />
    </Group>
  );
}

/** Shows the progress of a running task, or why a task failed. */
function State({ task }: { task: TaskDetail }) {
  if (task.error !== null && task.status === 'failed') {
    return (
      <Alert color="red" icon={<IconAlertTriangle />} title={task.error.message}>
        Error code {task.error.code}.{' '}
        <Anchor component={Link} to={`/requests/${task.id}`} inherit>
          View the request
        </Anchor>{' '}
        for its attempts and the upstream error.
      </Alert>
    );
  }
  if (!isRunning(task.status)) return null;
  const isCancelling = task.cancel_requested_at !== null;
  return (
    <Section title={isCancelling ? 'Cancelling' : task.status === 'queued' ? 'Queued' : 'In progress'}>
      <Group justify="space-between" mb={6}>
        <Text size="sm" c="dimmed">
          This page updates automatically.
        </Text>
        <Text size="sm" fw={550}>
          {task.progress}%
        </Text>
      </Group>
      <Progress value={task.progress} animated aria-label="Progress of the video" />
    </Section>
  );
}

function TaskTimeline({ task }: { task: TaskDetail }) {
  const steps = toSteps(task.timeline);
  const last = steps.length - 1;
  return (
    <Timeline active={isRunning(task.status) ? last - 1 : last} bulletSize={22} lineWidth={2}>
      {steps.map((step, index) => {
        const isCurrent = index === last && isRunning(task.status);
        const { color, Icon } = STYLES[getDisplayTone(step, isCurrent)];
        return (
          <Timeline.Item key={index} title={step.title} color={color} bullet={<Icon size={12} aria-hidden />}>
            {step.detail === undefined ? null : (
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {step.detail}
              </Text>
            )}
            <Text size="xs" c="dimmed">
              <RelativeTime at={step.at} />
              {index === 0 ? '' : `, ${formatDuration(sinceFirst(steps, step))} after submission`}
            </Text>
          </Timeline.Item>
        );
      })}
    </Timeline>
  );
}

function sinceFirst([first]: readonly TaskStep[], { at }: TaskStep): number {
  return first === undefined ? 0 : Math.max(0, Date.parse(at) - Date.parse(first.at));
}

/** The video player, or a note that the video has expired. */
function TaskVideo({ task: { id, file } }: { task: TaskDetail }) {
  if (file === null) {
    return (
      <Text size="sm" c="dimmed">
        The video has expired and is no longer stored.
      </Text>
    );
  }
  const address = toAddress(`/api/tasks/${encodeURIComponent(id)}/content`);
  const facts = [
    ...(file.width === null || file.height === null ? [] : [`${file.width} × ${file.height}`]),
    ...(file.duration_seconds === null ? [] : [formatDuration(file.duration_seconds * 1_000)]),
    formatBytes(file.size_bytes),
  ];
  return (
    <Box>
      <video className={classes.video} src={address} controls preload="metadata" aria-label="Video">
        {/* Generated videos have no captions. */}
        <track kind="captions" src={NO_CAPTIONS} />
      </video>
      <Group justify="space-between" mt="xs" gap="xs">
        <Text size="xs" c="dimmed">
          {facts.join(' · ')} · expires <RelativeTime at={file.expires_at} />
        </Text>
        <Anchor href={address} download={`${id}.mp4`} size="sm">
          <Group gap={4} component="span" display="inline-flex">
            <IconDownload size={14} aria-hidden /> Download
          </Group>
        </Anchor>
      </Group>
    </Box>
  );
}
