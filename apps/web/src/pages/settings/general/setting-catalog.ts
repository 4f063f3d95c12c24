import { type Schema } from '../../../api/client.js';

export type SettingKey = Schema<'SettingSourceView'>['key'];

export type SettingKind =
  | 'days'
  | 'limit'
  | 'size'
  | 'flag'
  | 'budget'
  | 'models'
  | 'moderation'
  | 'redaction';

export interface SettingEntry {
  key: SettingKey;
  kind: SettingKind;
  title: string;
  explanation: string;
  /** What counts where nothing is chosen, as it stands in an empty field. */
  whenEmpty?: string;
}

export interface SettingGroup {
  title: string;
  explanation: string;
  entries: readonly SettingEntry[];
}

/** Every setting, in words. */
export const SETTING_GROUPS: readonly SettingGroup[] = [
  {
    title: 'Sandbox',
    explanation: 'Models that come with the gateway, need no account and cost nothing.',
    entries: [
      {
        key: 'sandbox.enabled',
        kind: 'flag',
        title: 'Serve the sandbox models',
        explanation:
          'They stand behind all others in lists, marked as built-in, and never answer for another model. Switched off, requests for them are refused.',
      },
    ],
  },
  {
    title: 'Retention',
    explanation: 'After this time things are deleted for good.',
    entries: [
      {
        key: 'usage.retention_days',
        kind: 'days',
        title: 'Requests',
        explanation:
          'Every single request in the log. What was used and spent stays known as sums, for good.',
      },
      {
        key: 'responses.store',
        kind: 'flag',
        title: 'Store responses',
        explanation: 'Whether applications can ask for a response again, or go on from one, by its id.',
      },
      {
        key: 'responses.retention_days',
        kind: 'days',
        title: 'Stored responses',
        explanation: 'Counts for responses that are stored from now on.',
      },
      {
        key: 'media.retention_days',
        kind: 'days',
        title: 'Generated files',
        explanation: 'Videos and images that the gateway made and keeps for download.',
      },
    ],
  },
  {
    title: 'Storage of each owner',
    explanation:
      'Beyond these the oldest are deleted to make room; only new videos and linked images are refused, so that none is lost that was paid for.',
    entries: [
      {
        key: 'quotas.stored_responses',
        kind: 'limit',
        title: 'Stored responses',
        explanation: 'How many there may be.',
        whenEmpty: 'The default',
      },
      {
        key: 'quotas.stored_responses_mb',
        kind: 'limit',
        title: 'Stored responses, in MB',
        explanation: 'How much they may take together.',
        whenEmpty: 'The default',
      },
      {
        key: 'quotas.idempotency_answers',
        kind: 'limit',
        title: 'Answers under idempotency keys',
        explanation: 'A key whose answer is gone still keeps its request from running twice.',
        whenEmpty: 'The default',
      },
      {
        key: 'quotas.idempotency_answers_mb',
        kind: 'limit',
        title: 'Answers under idempotency keys, in MB',
        explanation: 'How much they may take together.',
        whenEmpty: 'The default',
      },
      {
        key: 'quotas.cached_answers',
        kind: 'limit',
        title: 'Cached answers',
        explanation: 'How many there may be.',
        whenEmpty: 'The default',
      },
      {
        key: 'quotas.cached_answers_mb',
        kind: 'limit',
        title: 'Cached answers, in MB',
        explanation: 'How much they may take together.',
        whenEmpty: 'The default',
      },
      {
        key: 'quotas.media_files',
        kind: 'limit',
        title: 'Generated files',
        explanation: 'Videos and images, with the images that videos were made from.',
        whenEmpty: 'The default',
      },
      {
        key: 'quotas.media_mb',
        kind: 'limit',
        title: 'Generated files, in MB',
        explanation: 'How much they may take together.',
        whenEmpty: 'The default',
      },
    ],
  },
  {
    title: 'Budget',
    explanation: 'Holds beside the budgets of single tokens: whichever is used up first refuses requests.',
    entries: [
      {
        key: 'budgets.global',
        kind: 'budget',
        title: 'For everybody together',
        explanation: 'When it is used up, requests are refused until it resets or you raise it.',
        whenEmpty: 'No budget',
      },
      {
        key: 'budgets.allow_unpriced_models',
        kind: 'flag',
        title: 'Models without a known price',
        explanation:
          'Whether tokens with a budget may use them all the same. No budget limits what such models cost.',
      },
    ],
  },
  {
    title: 'Members',
    explanation:
      'What every member may have. Limits count for all tokens of one member together, also those that they have already. You can set others for one member on the Users page.',
    entries: [
      {
        key: 'members.max_tokens',
        kind: 'limit',
        title: 'Tokens',
        explanation: 'How many tokens a member may have.',
        whenEmpty: 'The default',
      },
      {
        key: 'members.rpm',
        kind: 'limit',
        title: 'Requests per minute',
        explanation: 'Of all tokens of one member together.',
        whenEmpty: 'No limit',
      },
      {
        key: 'members.tpm',
        kind: 'limit',
        title: 'Tokens per minute',
        explanation: 'Input and output, of all tokens of one member together.',
        whenEmpty: 'No limit',
      },
      {
        key: 'members.concurrency',
        kind: 'limit',
        title: 'Concurrent requests',
        explanation: 'Of all tokens of one member together.',
        whenEmpty: 'No limit',
      },
      {
        key: 'members.requests_per_day',
        kind: 'limit',
        title: 'Requests per day',
        explanation: 'Since midnight UTC, of all tokens of one member together.',
        whenEmpty: 'No limit',
      },
      {
        key: 'members.budget',
        kind: 'budget',
        title: 'Budget of one member',
        explanation: 'When it is used up, the requests of that member are refused.',
        whenEmpty: 'No budget',
      },
      {
        key: 'members.models',
        kind: 'models',
        title: 'Models for members',
        explanation:
          'Those that tokens of members may use, whatever the token says. A * at the end stands for any ending, such as gpt-*.',
        whenEmpty: 'Every model',
      },
    ],
  },
  {
    title: 'Limits on a request',
    explanation: 'A request that asks for more is refused; only the number of output tokens is lowered.',
    entries: [
      {
        key: 'policies.max_output_tokens',
        kind: 'limit',
        title: 'Output tokens',
        explanation: 'The longest answer that may be asked for.',
        whenEmpty: 'No limit',
      },
      {
        key: 'policies.max_choices',
        kind: 'limit',
        title: 'Choices',
        explanation: 'How many answers one request may ask for.',
        whenEmpty: 'No limit',
      },
      {
        key: 'policies.max_image_size',
        kind: 'size',
        title: 'Image size',
        explanation: 'The largest image, as width × height in pixels.',
        whenEmpty: 'No limit',
      },
      {
        key: 'policies.max_video_size',
        kind: 'size',
        title: 'Video size',
        explanation: 'The largest video, as width × height in pixels.',
        whenEmpty: 'No limit',
      },
      {
        key: 'policies.max_video_seconds',
        kind: 'limit',
        title: 'Video length',
        explanation: 'The longest video, in seconds.',
        whenEmpty: 'No limit',
      },
    ],
  },
  {
    title: 'What goes on to providers',
    explanation: 'Redaction comes first, so that a moderation model gets nothing that is to be taken out.',
    entries: [
      {
        key: 'policies.redact',
        kind: 'redaction',
        title: 'Redact',
        explanation: 'Taken out of every text that is meant for a model, and replaced by a word in brackets.',
      },
      {
        key: 'policies.moderation',
        kind: 'moderation',
        title: 'Moderation',
        explanation: 'A model that judges every request before it goes on.',
        whenEmpty: 'No moderation',
      },
    ],
  },
];
