import { type Schema } from '../../api/client.js';
import { formatDuration, formatRelative } from '../../kit/format.js';

type Health = Schema<'HealthView'>;
type ChannelHealth = Schema<'ChannelHealthView'>;
type Backlog = NonNullable<Health['queue']>['backlog'][number];

const MAX_OVERDUE_SECONDS = 60;
const MAX_WAITING_EVENTS = 10_000;
/** More lines would move the metrics off the screen. */
const MAX_CHANNELS = 5;

export interface AlertTime {
  /** What happens at this time, such as "Resets". */
  label: string;
  /** The time, in ISO format. */
  at: string;
}

/** A problem in one line, and where the user can fix it. */
export interface AlertLine {
  text: string;
  /** The exact times, because the text contains relative ones. */
  times?: readonly AlertTime[];
  fix?: { label: string; to: string };
}

/** The fix for each reason. For all other reasons, the link opens the channel. */
const CHANNEL_FIXES: Readonly<Record<string, { label: string; page: string }>> = {
  'key-refused': { label: 'Replace the key', page: '/edit' },
  'model-unavailable': { label: 'Change its models', page: '/edit' },
};
const DEFAULT_FIX = { label: 'Open the channel', page: '' };

const TASKS_LINK = { label: 'View tasks', to: '/tasks' };
const CHANNELS_LINK = { label: 'View channels', to: '/channels' };

export function buildAlerts(health: Health, now = new Date()): AlertLine[] {
  const { database, workers, queue, usage } = health;
  if (!database.reachable) {
    return [{ text: `The database cannot be reached: ${database.problem ?? 'unknown reason'}.` }];
  }
  return [
    ...(database.migrated === false
      ? [{ text: 'The database schema is older than this version. Run “modelgate migrate”.' }]
      : []),
    ...(workers?.alive === 0
      ? [
          {
            text: 'No worker is running. Videos, background responses and webhooks are not processed.',
            fix: TASKS_LINK,
          },
        ]
      : []),
    ...(queue?.reachable === false ? [{ text: `The queue cannot be reached: ${queue.problem}.` }] : []),
    ...(queue?.backlog ?? []).filter(isOverdue).map(toBacklogAlert),
    ...buildChannelAlerts(health.channels ?? [], now),
    ...buildUsageAlerts(usage),
  ];
}

function isOverdue({ overdue_seconds: seconds }: Backlog): boolean {
  return (seconds ?? 0) > MAX_OVERDUE_SECONDS;
}

function toBacklogAlert({ name, overdue_seconds: seconds }: Backlog): AlertLine {
  const subject = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const text = `${subject} have been waiting for a worker for ${formatDuration((seconds ?? 0) * 1_000)}.`;
  return { text, ...(name === 'video tasks' ? { fix: TASKS_LINK } : {}) };
}

function buildChannelAlerts(channels: readonly ChannelHealth[], now: Date): AlertLine[] {
  const enabled = channels.filter(({ status }) => status !== 'disabled');
  const impaired = enabled.filter(({ status }) => status === 'impaired');
  const areAllImpaired = impaired.length > 1 && impaired.length === enabled.length;
  return [
    ...(areAllImpaired ? [{ text: 'Every channel has a problem.', fix: CHANNELS_LINK }] : []),
    ...impaired.slice(0, MAX_CHANNELS).map((channel) => toChannelAlert(channel, now)),
    ...(impaired.length > MAX_CHANNELS
      ? [{ text: describeMore(impaired.length - MAX_CHANNELS), fix: CHANNELS_LINK }]
      : []),
  ];
}

function describeOthers(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? 'Another of its models or keys has a problem.'
    : `${count} more of its models or keys have a problem.`;
}

function toChannelAlert(channel: ChannelHealth, now: Date): AlertLine {
  const { id, name, reason, since, impairments } = channel;
  const [first, ...others] = impairments;
  const { label, page } = CHANNEL_FIXES[first?.reason ?? ''] ?? DEFAULT_FIX;
  const sentences = [
    `Channel “${name}”: ${reason ?? 'it is not responding correctly.'}`,
    since === null ? '' : `Started ${formatRelative(new Date(since), now)}.`,
    first === undefined ? '' : `Next retry ${formatRelative(new Date(first.until), now)}.`,
    describeOthers(others.length),
  ];
  return {
    text: sentences.filter((sentence) => sentence !== '').join(' '),
    times: [
      ...(since === null ? [] : [{ label: 'Started', at: since }]),
      ...(first === undefined ? [] : [{ label: 'Next retry', at: first.until }]),
    ],
    fix: { label, to: `/channels/${id}${page}` },
  };
}

function buildUsageAlerts(usage: Health['usage']): AlertLine[] {
  if (usage === null) return [];
  const { waiting_events: waiting, lost_events: lost, durable: isDurable } = usage;
  return [
    ...(isDurable ? [] : [{ text: 'Usage cannot be written to disk. Free space in the data folder.' }]),
    ...(waiting > MAX_WAITING_EVENTS
      ? [{ text: `The usage of ${waiting.toLocaleString('en')} requests is not in the database yet.` }]
      : []),
    ...(lost > 0
      ? [
          {
            text: `The usage of ${lost.toLocaleString('en')} ${lost === 1 ? 'request' : 'requests'} was lost.`,
          },
        ]
      : []),
  ];
}

function describeMore(channels: number): string {
  return channels === 1 ? '1 more channel has a problem.' : `${channels} more channels have a problem.`;
}
