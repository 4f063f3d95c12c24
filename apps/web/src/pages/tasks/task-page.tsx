import { Alert, Anchor, Grid, Group, Progress, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { CopyButton } from '../../kit/copy-button.js';
import { FactList } from '../../kit/fact-list.js';
import { Failure } from '../../kit/failure.js';
import { PageHeader } from '../../kit/page-header.js';
import { Section } from '../../kit/section.js';
import { useSession } from '../../session/session-provider.js';
import { TaskActions } from './task-actions.js';
import { TaskBadge } from './task-badge.js';
import { buildFacts, submissionFacts } from './task-facts.js';
import { TaskVideo } from './task-video.js';
import { type TaskDetail, oneTask } from './task-queries.js';
import { isUnderWay } from './task-status.js';
import { TaskTimeline } from './task-timeline.js';

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
      <CopyButton value={id} label="Copy the task id" />
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
        {text === '' ? 'No words, only images.' : text}
      </Text>
      <CopyButton value={text} label="Copy the prompt" />
    </Group>
  );
}

/** What is to be said first: that it runs, or why it does not. */
function State({ task }: { task: TaskDetail }) {
  if (task.error !== null && task.status === 'failed') {
    return (
      <Alert color="red" icon={<IconAlertTriangle />} title={task.error.message}>
        It failed as status {task.error.code}. Nothing that was not made is paid for; try again, or change the
        order.
      </Alert>
    );
  }
  if (!isUnderWay(task.status)) return null;
  const isEnding = task.cancel_requested_at !== null;
  return (
    <Section title={isEnding ? 'Being cancelled' : task.status === 'queued' ? 'Waiting' : 'Being made'}>
      <Group justify="space-between" mb={6}>
        <Text size="sm" c="dimmed">
          This page keeps itself up to date.
        </Text>
        <Text size="sm" fw={550}>
          {task.progress} %
        </Text>
      </Group>
      <Progress value={task.progress} animated aria-label="Progress of the video" />
    </Section>
  );
}
