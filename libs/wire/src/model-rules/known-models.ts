import { type Effort, type RequestField } from '#canonical';
import { type FormatOf } from '../format-ids.js';
import { THINKING_BUDGETS } from '../gemini-generate-content/thinking-budgets.js';
import { type ModelName } from './model-name.js';

/** How a model is told to reason. A model with efforts and a budget takes either. */
export interface ReasoningRule {
  efforts?: readonly Effort[];
  /** In tokens, and what each effort stands for. */
  budget?: {
    min: number;
    max: number;
    byEffort: Readonly<Record<Effort, number>>;
    /** Without one the model does not reason. */
    turnsOn?: boolean;
  };
  /** It cannot be told not to. */
  isAlwaysOn?: boolean;
}

/** What a model refuses of what its service's format allows. Rules are facts about models, each with where it was found. */
export interface ModelRule {
  family: ModelName['family'];
  /** All lines where none is named. */
  lines?: readonly string[];
  since?: number;
  before?: number;
  formats: readonly FormatOf<'chat'>[];
  source: string;
  /** When it was last looked up. */
  checkedOn: string;
  refuses?: readonly RequestField[];
  /** Refused unless the model is told not to reason, or `isOffByDefault` and it was told nothing. */
  refusesWhileReasoning?: { fields: readonly RequestField[]; isOffByDefault: boolean };
  /** Of these two the second is left out where both are given. */
  takesOneOf?: readonly [RequestField, RequestField];
  reasoning?: ReasoningRule;
  /** What members of the format are called here. */
  renames?: Readonly<Record<string, string>>;
}

type FamilyRule = Omit<ModelRule, 'family' | 'formats' | 'checkedOn'>;

const CHECKED_ON = '2026-11-16';

const MESSAGES = ['anthropic-messages'] as const;
const OPENAI = ['openai-chat', 'openai-responses'] as const;
const CHAT = ['openai-chat'] as const;
const GEMINI = ['gemini-generate-content'] as const;

const SAMPLING = ['temperature', 'topP', 'topK'] as const;
const PENALTIES = ['presencePenalty', 'frequencyPenalty'] as const;
const NOT_WHILE_REASONING = ['temperature', 'topP', 'logprobs'] as const;

/** Models that reason take the limit of an answer by the newer of its two names alone. */
const LIMIT_WITH_REASONING = { max_tokens: 'max_completion_tokens' };

/** The least effort of Claude is `low`; its encoder knows that it is what `minimal` means. */
const CLAUDE_EFFORTS = ['minimal', 'low', 'medium', 'high'] as const;
const CLAUDE_BUDGET = {
  min: 1024,
  max: 128_000,
  turnsOn: true,
  byEffort: { none: 0, minimal: 1024, low: 2048, medium: 8192, high: 16_384, xhigh: 24_576, max: 32_000 },
};

const CLAUDE_RULES: readonly FamilyRule[] = [
  {
    lines: ['fable', 'mythos'],
    source: 'docs.aws.amazon.com/bedrock/latest/userguide/claude-messages-adaptive-thinking.html',
    refuses: SAMPLING,
    reasoning: { efforts: [...CLAUDE_EFFORTS, 'xhigh', 'max'], isAlwaysOn: true },
  },
  {
    lines: ['opus', 'sonnet'],
    since: 5.5,
    source: 'openrouter.ai/docs/cookbook/evaluate-and-optimize/model-migrations/claude-5-5',
    refuses: SAMPLING,
    reasoning: { efforts: [...CLAUDE_EFFORTS, 'xhigh', 'max'], isAlwaysOn: true },
  },
  {
    lines: ['sonnet'],
    since: 5,
    source: 'github.com/deepnoodle-ai/dive/pull/205',
    refuses: SAMPLING,
    reasoning: { efforts: ['none', ...CLAUDE_EFFORTS, 'max'] },
  },
  {
    since: 4.7,
    source: 'platform.claude.com/docs/en/about-claude/models/migration-guide',
    refuses: SAMPLING,
    reasoning: { efforts: ['none', ...CLAUDE_EFFORTS, 'xhigh', 'max'] },
  },
  {
    since: 4.6,
    source: 'platform.claude.com/docs/en/build-with-claude/effort',
    takesOneOf: ['temperature', 'topP'],
    reasoning: { efforts: ['none', ...CLAUDE_EFFORTS, 'max'], budget: CLAUDE_BUDGET },
  },
  {
    since: 4.1,
    source: 'platform.claude.com/docs/en/build-with-claude/adaptive-thinking',
    takesOneOf: ['temperature', 'topP'],
    reasoning: { budget: CLAUDE_BUDGET },
  },
  {
    since: 3.7,
    source: 'platform.claude.com/docs/en/build-with-claude/adaptive-thinking',
    reasoning: { budget: CLAUDE_BUDGET },
  },
  {
    since: 0,
    source: 'platform.claude.com/docs/en/build-with-claude/extended-thinking',
    refuses: ['reasoning'],
  },
];

const EFFORT_SOURCE = 'github.com/anomalyco/opencode/pull/26268';

const GPT_RULES: readonly FamilyRule[] = [
  {
    since: 0,
    before: 5,
    source: 'developers.openai.com/api/docs/guides/reasoning',
    refuses: ['reasoning', 'verbosity'],
  },
  {
    lines: ['chat'],
    since: 5,
    before: 5.1,
    source: 'learnku.com/articles/90544',
    refuses: ['reasoning', 'verbosity'],
  },
  {
    lines: ['chat'],
    since: 5.1,
    source: EFFORT_SOURCE,
    refuses: [...PENALTIES, ...NOT_WHILE_REASONING],
    reasoning: { efforts: ['medium'], isAlwaysOn: true },
  },
  {
    lines: ['pro'],
    since: 5,
    before: 5.1,
    source: 'learn.microsoft.com/en-us/javascript/api/@azure/ai-projects/reasoningeffort',
    refuses: [...PENALTIES, ...NOT_WHILE_REASONING],
    reasoning: { efforts: ['high'], isAlwaysOn: true },
  },
  {
    lines: ['pro'],
    since: 5.1,
    source: EFFORT_SOURCE,
    refuses: [...PENALTIES, ...NOT_WHILE_REASONING],
    reasoning: { efforts: ['medium', 'high', 'xhigh'], isAlwaysOn: true },
  },
  {
    lines: ['codex'],
    since: 5,
    before: 5.2,
    source: 'github.com/openai/codex/issues/6647',
    refuses: [...PENALTIES, ...NOT_WHILE_REASONING],
    reasoning: { efforts: ['low', 'medium', 'high'], isAlwaysOn: true },
  },
  {
    lines: ['codex', 'codex-max'],
    since: 5,
    before: 5.3,
    source: EFFORT_SOURCE,
    refuses: [...PENALTIES, ...NOT_WHILE_REASONING],
    reasoning: { efforts: ['low', 'medium', 'high', 'xhigh'], isAlwaysOn: true },
  },
  {
    since: 5,
    before: 5.1,
    source: 'learn.microsoft.com/en-us/javascript/api/@azure/ai-projects/reasoningeffort',
    refuses: [...PENALTIES, ...NOT_WHILE_REASONING],
    reasoning: { efforts: ['minimal', 'low', 'medium', 'high'], isAlwaysOn: true },
  },
  {
    since: 5.1,
    before: 5.2,
    source: 'learn.microsoft.com/en-us/javascript/api/@azure/ai-projects/reasoningeffort',
    refuses: PENALTIES,
    refusesWhileReasoning: { fields: NOT_WHILE_REASONING, isOffByDefault: true },
    reasoning: { efforts: ['none', 'low', 'medium', 'high'] },
  },
  {
    since: 5.2,
    before: 5.5,
    source: EFFORT_SOURCE,
    refuses: PENALTIES,
    refusesWhileReasoning: { fields: NOT_WHILE_REASONING, isOffByDefault: true },
    reasoning: { efforts: ['none', 'low', 'medium', 'high', 'xhigh'] },
  },
  {
    since: 5.5,
    before: 5.6,
    source: EFFORT_SOURCE,
    refuses: PENALTIES,
    refusesWhileReasoning: { fields: NOT_WHILE_REASONING, isOffByDefault: false },
    reasoning: { efforts: ['none', 'low', 'medium', 'high', 'xhigh'] },
  },
  {
    since: 5.6,
    source: 'github.com/anomalyco/opencode/issues/36141',
    refuses: PENALTIES,
    refusesWhileReasoning: { fields: NOT_WHILE_REASONING, isOffByDefault: false },
    reasoning: { efforts: ['none', 'low', 'medium', 'high', 'xhigh', 'max'] },
  },
];

const GEMINI_RULES: readonly FamilyRule[] = [
  {
    before: 2.5,
    source: 'reference.rnfirebase.io/_react-native-firebase/ai/ThinkingConfig.html',
    refuses: ['reasoning'],
  },
  {
    lines: ['pro'],
    before: 3,
    source: 'ai.google.dev/gemini-api/docs/thinking; github.com/google-gemini/cookbook/issues/1290',
    refuses: PENALTIES,
    reasoning: { budget: { min: 128, max: 32_768, byEffort: THINKING_BUDGETS }, isAlwaysOn: true },
  },
  {
    lines: ['flash-lite'],
    before: 3,
    source: 'ai.google.dev/gemini-api/docs/thinking; github.com/google-gemini/cookbook/issues/1290',
    refuses: PENALTIES,
    reasoning: { budget: { min: 512, max: 24_576, byEffort: THINKING_BUDGETS } },
  },
  {
    before: 3,
    source: 'ai.google.dev/gemini-api/docs/thinking; github.com/google-gemini/cookbook/issues/1290',
    refuses: PENALTIES,
    reasoning: { budget: { min: 1, max: 24_576, byEffort: THINKING_BUDGETS } },
  },
  {
    lines: ['pro'],
    before: 3.1,
    source: 'ai.google.dev/gemini-api/docs/thinking; github.com/google-gemini/cookbook/issues/1290',
    refuses: PENALTIES,
    reasoning: { efforts: ['low', 'high'], isAlwaysOn: true },
  },
  {
    lines: ['pro'],
    source: 'ai.google.dev/gemini-api/docs/thinking; github.com/google-gemini/cookbook/issues/1290',
    refuses: PENALTIES,
    reasoning: { efforts: ['low', 'medium', 'high'], isAlwaysOn: true },
  },
  {
    source: 'docs.cloud.google.com/gemini-enterprise-agent-platform/models/gemini/3-5-flash-lite',
    refuses: PENALTIES,
    reasoning: { efforts: ['minimal', 'low', 'medium', 'high'], isAlwaysOn: true },
  },
];

/** For each model the first rule that fits counts. */
const RULES: readonly Omit<ModelRule, 'checkedOn'>[] = [
  ...CLAUDE_RULES.map((rule) => ({ ...rule, family: 'claude' as const, formats: MESSAGES })),
  ...GPT_RULES.map((rule) => ({
    ...rule,
    family: 'gpt' as const,
    formats: OPENAI,
    renames: (rule.since ?? 0) < 5 ? {} : LIMIT_WITH_REASONING,
  })),
  {
    family: 'o-series',
    formats: OPENAI,
    source: 'developers.openai.com/api/docs/guides/reasoning',
    refuses: [...PENALTIES, ...NOT_WHILE_REASONING, 'verbosity'],
    reasoning: { efforts: ['low', 'medium', 'high'], isAlwaysOn: true },
    renames: LIMIT_WITH_REASONING,
  },
  ...GEMINI_RULES.map((rule) => ({ ...rule, family: 'gemini' as const, formats: GEMINI })),
  {
    family: 'mistral',
    formats: CHAT,
    source: 'github.com/editor-code-assistant/eca/issues/231; docs.mistral.ai/api',
    refuses: ['userId', 'verbosity', 'serviceTier', 'promptCacheKey', 'logprobs'],
    reasoning: { efforts: ['none', 'high'] },
    renames: { max_completion_tokens: 'max_tokens', seed: 'random_seed' },
  },
  {
    family: 'deepseek',
    formats: CHAT,
    source: 'api-docs.deepseek.com/api/create-chat-completion',
    renames: { max_completion_tokens: 'max_tokens' },
  },
];

export const MODEL_RULES: readonly ModelRule[] = RULES.map((rule) => ({ ...rule, checkedOn: CHECKED_ON }));
