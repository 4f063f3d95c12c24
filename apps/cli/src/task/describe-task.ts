import { type TaskDetailView } from '#admin';
import { type Fact, formatFacts } from '../frame/facts.js';
import { type Output } from '../frame/output.js';
import { showTime } from '../frame/show-time.js';
import { showUsd } from '../frame/show-usd.js';
import { type Column } from '../frame/table.js';

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

/** The lines that people read about one task. */
export function describeTask(task: TaskDetailView, output: Output): string[] {
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
    ['Repeats', task.retry_of],
    ['Repeated as', task.retried_as.join(', ')],
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
    ['Set aside', `${showUsd(held)} USD`],
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
