import { type TaskDetailView } from '#admin';
import { defineAdminCommand } from '../frame/command.js';
import { showTime, showUsd } from '../frame/format.js';
import { type Output } from '../frame/output.js';
import { type Column, type Fact, formatFacts } from '../frame/table.js';
import { requestTask } from './tasks.js';

const ATTEMPTS: Column<TaskDetailView['attempts'][number]>[] = [
  { title: 'SENT', value: ({ sent_at: at }) => at },
  { title: 'TO CHANNEL', value: ({ channel }) => channel },
  { title: 'AS MODEL', value: ({ upstream_model: model }) => model },
  { title: 'UNDONE BY', value: ({ undone_by: reason }) => reason },
  { title: 'CODE', value: ({ code }) => code, align: 'right' },
];

const TIMELINE: Column<TaskDetailView['timeline'][number]>[] = [
  { title: 'AT', value: ({ at }) => at },
  { title: 'EVENT', value: ({ kind }) => kind },
  { title: 'PHASE', value: ({ to_phase: phase }) => phase },
  { title: 'DETAIL', value: ({ detail }) => (detail === null ? null : JSON.stringify(detail)) },
];

export const taskShowCommand = defineAdminCommand({
  name: 'task show',
  summary: 'show a video task and its history',
  args: [{ name: '<id>', description: 'task id: video_…' }],
  examples: [
    { line: 'task show video_4f0c1b2a', what: 'Why did it fail?' },
    { line: 'task show video_4f0c1b2a --json | jq -r .file.url', what: 'The URL of the video:' },
  ],
  run: async ({ args: [id = ''] }, admin, output) => {
    const task = await requestTask(admin, 'GET', id);
    output.result(task, () => describeTask(task, output));
  },
});

function describeTask(task: TaskDetailView, output: Output): string[] {
  const { attempts, timeline } = task;
  return [
    ...formatFacts([...getStatus(task), ...getRequest(task), ...getMoney(task), ...getTimes(task)]),
    ...(attempts.length === 0 ? [] : ['', ...output.table(ATTEMPTS, attempts)]),
    '',
    ...output.table(TIMELINE, timeline),
  ];
}

function getStatus(task: TaskDetailView): Fact[] {
  const { error, file } = task;
  return [
    ['Task', task.id],
    ['Status', `${task.status} (${task.phase}, ${task.progress}%)`],
    ['Error', error && `${error.code} ${error.message}`],
    ['Video', file?.url],
    ['Token', task.token_name ?? task.token_id],
    ['Owner', task.owner],
    ['Channel', task.channel],
    ['Upstream id', task.upstream_id],
    ['Retry of', task.retry_of],
    ['Retried as', task.retried_as.join(', ')],
  ];
}

function getRequest({ model, request: submission, webhook_url: webhook }: TaskDetailView): Fact[] {
  const { prompt, images, duration_seconds: seconds, width, height } = submission;
  return [
    ['Model', model],
    ['Prompt', prompt],
    ['Images', images === 0 ? null : images],
    ['Length', seconds === null ? null : `${seconds} s`],
    ['Size', width === null || height === null ? null : `${width}x${height}`],
    ['Webhook', webhook],
  ];
}

function getMoney({ held_usd: held, cost_usd: cost }: TaskDetailView): Fact[] {
  return [
    ['Reserved', `${showUsd(held)} USD`],
    ['Cost', cost === null ? null : `${showUsd(cost)} USD`],
  ];
}

function getTimes(task: TaskDetailView): Fact[] {
  return [
    ['Created', showTime(task.created_at)],
    ['Started', showTime(task.started_at)],
    ['Finished', showTime(task.finished_at)],
    ['Deadline', task.finished_at === null ? showTime(task.deadline_at) : null],
  ];
}
