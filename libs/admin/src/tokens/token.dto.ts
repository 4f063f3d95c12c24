import { TOKEN_SORTS } from '#access';
import {
  BUDGET_PERIODS,
  MAX_CONTENT_DAYS,
  NETWORK,
  WEBHOOK_SECRET,
  isWebhookSecret,
  parseNetwork,
} from '#config';
import { EntryOverrideView } from '../config-file/entry-override.js';
import { type FieldOptions, nested } from '../input/field.js';
import { Flag, Line, Moment, Name, OneOf, Url, Usd, Uuid, Whole, checkedText } from '../input/fields.js';
import { ListQuery } from '../input/list-query.dto.js';
import { Models } from '../input/model-list.js';

const MAX_PER_PERIOD = { min: 1, max: 1_000_000_000 };
const CACHE_SECONDS = { min: 0, max: 31_536_000 };
const MAX_IN_LIST = 1000;
const GRACE_SECONDS = { min: 0, max: 2_592_000 };
const DEFAULT_GRACE_SECONDS = 86_400;

/** May be left out, and null takes away what there was. */
const CLEARABLE = { optional: true, nullable: true } as const;

const Networks = (options?: FieldOptions): PropertyDecorator =>
  checkedText(NETWORK, (text) => parseNetwork(text) !== undefined, {
    list: { max: MAX_IN_LIST },
    ...options,
  });

export class BudgetInput {
  @Usd()
  usd: number;

  @OneOf(BUDGET_PERIODS, { optional: true, description: 'For good, or in every day or month (UTC).' })
  period: (typeof BUDGET_PERIODS)[number] = 'total';
}

export class WebhookInput {
  @Url({ description: 'Called when something of the token is done.' })
  url: string;

  @checkedText(WEBHOOK_SECRET, isWebhookSecret, {
    ...CLEARABLE,
    description: 'What calls are signed with. Without one it is made up, and shown once.',
  })
  secret?: string | null;
}

/** Whether what a token's requests say is kept. */
export class ContentSettings {
  @Whole({ min: 1, max: MAX_CONTENT_DAYS }, { description: 'After so many days it is deleted.' })
  ttl_days: number;
}

/** The same settings as in the config file. */
export class TokenSettings {
  @Name({ ...CLEARABLE, description: 'Tokens of one owner see each other’s stored things.' })
  owner?: string | null;

  @Models({
    ...CLEARABLE,
    description: 'The models that it may use; all where there is no list.',
    example: ['gpt-*'],
  })
  models?: string[] | null;

  @Whole(MAX_PER_PERIOD, { ...CLEARABLE, description: 'Requests per minute.' })
  rpm?: number | null;

  @Whole(MAX_PER_PERIOD, { ...CLEARABLE, description: 'Tokens per minute.' })
  tpm?: number | null;

  @Whole(MAX_PER_PERIOD, { ...CLEARABLE, description: 'Requests at a time.' })
  concurrency?: number | null;

  @Whole(MAX_PER_PERIOD, CLEARABLE)
  requests_per_day?: number | null;

  @Usd({ ...CLEARABLE, description: 'The short way to say a budget for good.' })
  budget_usd?: number | null;

  @nested(() => BudgetInput, CLEARABLE)
  budget?: BudgetInput | null;

  @Moment({ ...CLEARABLE, description: 'From then on it is refused.' })
  expires_at?: string | null;

  @Networks({ ...CLEARABLE, description: 'The addresses that it may be used from.', example: ['10.0.0.0/8'] })
  allowed_ips?: string[] | null;

  @nested(() => WebhookInput, CLEARABLE)
  webhook?: WebhookInput | null;

  @Whole(CACHE_SECONDS, { ...CLEARABLE, description: 'How long answers are kept for equal requests.' })
  cache_ttl_seconds?: number | null;

  @nested(() => ContentSettings, {
    ...CLEARABLE,
    description: 'Keeps what its requests ask and what they are answered, sealed. Only for admins to set.',
  })
  store_content?: ContentSettings | null;
}

export class NewTokenInput extends TokenSettings {
  @Name()
  name: string;
}

export class TokenChangesInput extends TokenSettings {
  @Name({ optional: true })
  name?: string;
}

export class RotationInput {
  @Whole(GRACE_SECONDS, {
    optional: true,
    description: 'How long the old key can still be used. 0 ends it at once.',
  })
  grace_seconds: number = DEFAULT_GRACE_SECONDS;
}

export const TOKEN_STATUSES = ['active', 'expired', 'revoked'] as const;

export class TokenListQuery extends ListQuery {
  @OneOf(TOKEN_SORTS, { optional: true })
  sort: string = '-created_at';

  @OneOf(TOKEN_STATUSES, { optional: true })
  status?: (typeof TOKEN_STATUSES)[number];

  @Line({ optional: true, description: 'Only tokens of this owner.' })
  owner?: string;

  @Line({ optional: true, description: 'Only tokens whose name contains this.' })
  search?: string;

  @Moment({ optional: true, description: 'Only tokens that expire before then.' })
  expires_before?: string;
}

class WebhookView {
  @Url()
  url: string;

  @Flag({ description: 'Whether it has a secret of its own.' })
  has_secret: boolean;
}

class BudgetView {
  @Usd()
  usd: number;

  @OneOf(BUDGET_PERIODS)
  period: (typeof BUDGET_PERIODS)[number];
}

class OldKeyView {
  @Line({ description: 'The end of it.', example: '…x7Qa' })
  hint: string;

  @Moment({ description: 'From then on it is refused.' })
  valid_until: string;
}

export class OwnerLimitsView {
  @Whole(MAX_PER_PERIOD, { nullable: true, description: 'Requests per minute.' })
  rpm: number | null;

  @Whole(MAX_PER_PERIOD, { nullable: true, description: 'Tokens per minute.' })
  tpm: number | null;

  @Whole(MAX_PER_PERIOD, { nullable: true, description: 'Requests at a time.' })
  concurrency: number | null;

  @Whole(MAX_PER_PERIOD, { nullable: true })
  requests_per_day: number | null;

  @nested(() => BudgetView, { nullable: true })
  budget: BudgetView | null;

  @Models({ nullable: true, description: 'The models that each of them may use; null where that is any.' })
  models: string[] | null;
}

export class TokenView {
  @Uuid()
  id: string;

  @Name()
  name: string;

  @Line({ description: 'The end of its key.', example: '…x7Qa' })
  key_hint: string;

  @nested(() => OldKeyView, {
    nullable: true,
    description: 'The key before this one, while it can still be used.',
  })
  old_key: OldKeyView | null;

  @OneOf(TOKEN_STATUSES)
  status: (typeof TOKEN_STATUSES)[number];

  @OneOf(['file', 'setup', 'console', 'playground'], {
    description: 'Where it was made. One of the playground is in no list.',
  })
  origin: string;

  @Flag({ description: 'Whether it cannot be changed here: only the config file or the gateway itself can.' })
  read_only: boolean;

  @nested(() => EntryOverrideView, {
    nullable: true,
    description: 'Where it was revoked against the config file, which then does not count.',
  })
  override: EntryOverrideView | null;

  @Name({ nullable: true })
  owner: string | null;

  @Models({ nullable: true })
  models: string[] | null;

  @Whole(MAX_PER_PERIOD, { nullable: true })
  rpm: number | null;

  @Whole(MAX_PER_PERIOD, { nullable: true })
  tpm: number | null;

  @Whole(MAX_PER_PERIOD, { nullable: true })
  concurrency: number | null;

  @Whole(MAX_PER_PERIOD, { nullable: true })
  requests_per_day: number | null;

  @nested(() => BudgetView, { nullable: true })
  budget: BudgetView | null;

  @nested(() => OwnerLimitsView, {
    nullable: true,
    description: 'What all tokens of its owner may use together, too; null where nothing limits them.',
  })
  owner_limits: OwnerLimitsView | null;

  @Moment({ nullable: true })
  expires_at: string | null;

  @Networks({ nullable: true })
  allowed_ips: string[] | null;

  @nested(() => WebhookView, { nullable: true })
  webhook: WebhookView | null;

  @Whole(CACHE_SECONDS, { nullable: true })
  cache_ttl_seconds: number | null;

  @nested(() => ContentSettings, {
    nullable: true,
    description: 'Null where nothing of what its requests say is kept.',
  })
  store_content: ContentSettings | null;

  @Usd({ description: 'All that was ever charged to it.' })
  spent_usd: number;

  @Moment({ nullable: true })
  last_used_at: string | null;

  @Moment()
  created_at: string;

  @Moment()
  updated_at: string;
}

/** An answer that holds what is shown only this once. */
export class IssuedTokenView extends TokenView {
  @Line({ description: 'The key itself. It is shown only now.', example: 'sk-mg-…' })
  key: string;

  @Line({ optional: true, description: 'What calls are signed with, where it was made up. Shown only now.' })
  webhook_secret?: string;
}

export class ChangedTokenView extends TokenView {
  @Line({ optional: true, description: 'What calls are signed with, where it was made up. Shown only now.' })
  webhook_secret?: string;
}
