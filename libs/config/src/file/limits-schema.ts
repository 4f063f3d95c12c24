import { type BudgetValue, LIMIT_SETTINGS, TOKEN_SETTINGS, type TokenSettingKind } from '#declarations';
import { z } from 'zod';
import { budgetSchema, periodSchema } from './budget-schema.js';
import { addRuleIssue, exclude } from './rules.js';
import { buildSettingSchemas } from './setting-schemas.js';
import * as values from './values.js';

/** How long contents of a token's requests can be stored. */
export const MAX_CONTENT_DAYS = 3650;

const TOKEN_KEY = 'a token key (20 to 200 printable ASCII characters without spaces)';

/** The receiver of events. */
const webhookSchema = values.mapOf('a map of url and secret', {
  url: values.httpUrl,
  secret: values.webhookSecret.optional(),
});

/** The rules for the values of each kind of setting. */
const KIND_SCHEMAS = {
  owner: () => values.name,
  models: () => values.listOf('models', values.modelPattern),
  networks: () => values.listOf('IP addresses or CIDRs', values.network),
  count: ({ min, max }: { readonly min: number; readonly max: number }) => values.whole(min, max),
  budget: () => budgetSchema,
  moment: () => values.dateTime,
  webhook: () => webhookSchema,
  retention: () => values.mapOf('a map of ttlDays', { ttlDays: values.whole(1, MAX_CONTENT_DAYS) }),
} satisfies {
  [Kind in TokenSettingKind['kind']]: (setting: Extract<TokenSettingKind, { kind: Kind }>) => z.ZodType;
};

type Settings = Readonly<Record<string, TokenSettingKind>>;

type SettingSchemas<Declared extends Settings> = {
  [Name in keyof Declared]: z.ZodOptional<ReturnType<(typeof KIND_SCHEMAS)[Declared[Name]['kind']]>>;
};

/** The keys of the config file for these settings, all optional. */
function buildSchemas<Declared extends Settings>(settings: Declared): SettingSchemas<Declared> {
  const schemas = Object.entries(settings).map(([name, setting]) => {
    const getSchema = KIND_SCHEMAS[setting.kind] as (setting: TokenSettingKind) => z.ZodType;
    return [name, getSchema(setting).optional()];
  });
  return Object.fromEntries(schemas) as SettingSchemas<Declared>;
}

const budgetUsd = values.usd.optional();

/** The limits of owners and members. */
const limitKeys = { ...buildSchemas(LIMIT_SETTINGS), budgetUsd };

type LimitedEntry = z.output<z.ZodObject<typeof limitKeys>>;

const oneBudget = exclude('budgetUsd', 'budget');

/** Replaces `budgetUsd`, the short form of a total budget, by `budget`. */
function mergeBudgets<Entry extends LimitedEntry>({ budgetUsd, budget, ...rest }: Entry) {
  const total: BudgetValue | undefined =
    budgetUsd === undefined ? undefined : { usd: budgetUsd, period: 'total' };
  return { ...rest, budget: budget ?? total };
}

const budgets = values.mapOf('a map of global, globalUsd, period, webhook and allowUnpricedModels', {
  global: budgetSchema.optional(),
  globalUsd: values.usd.optional(),
  period: periodSchema.optional(),
  webhook: webhookSchema.optional(),
  ...buildSettingSchemas('budgets'),
});

/** `period` and `webhook` require an amount. `globalUsd` and `period` are the short form of one amount of money. */
function checkAmount(
  { global, globalUsd, period, webhook }: z.output<typeof budgets>,
  context: z.RefinementCtx,
): void {
  if (global !== undefined) {
    if (globalUsd !== undefined) addRuleIssue(context, ['globalUsd'], 'cannot be combined with global');
    if (period !== undefined) addRuleIssue(context, ['period'], 'cannot be combined with global');
    return;
  }
  if (globalUsd !== undefined || (period === undefined && webhook === undefined)) return;
  addRuleIssue(context, ['globalUsd'], `is missing: it must be ${values.USD}`);
}

/** The budget of the whole gateway, and the settings of all budgets. */
export const budgetsSchema = budgets
  .superRefine(checkAmount)
  .transform(({ period = 'total', ...rest }) => ({ ...rest, period }));

const token = values.mapOf('a map that describes a token', {
  name: values.name,
  key: z
    .string(TOKEN_KEY)
    .regex(/^[\x21-\x7e]{20,200}$/, TOKEN_KEY)
    .optional(),
  ...buildSchemas(TOKEN_SETTINGS),
  budgetUsd,
});

export const tokenSchema = token.superRefine(oneBudget).transform(mergeBudgets);

/** The limits that all tokens of one owner share. */
export const ownerSchema = values
  .mapOf('a map that describes an owner', { name: values.name, ...limitKeys })
  .superRefine(oneBudget)
  .transform(mergeBudgets);

/** The limits of every member: the number of tokens, the models, and the limits that the tokens share. */
export const membersSchema = values
  .mapOf('a map of limits for members', { ...buildSettingSchemas('members'), budgetUsd })
  .superRefine(oneBudget)
  .transform(mergeBudgets);
