/**
 * What Converse accepts depends on the vendor of the model. This table lists the differences between the families.
 */
export interface ModelFamily {
  /** Where cache points are accepted. `as-requested`: it is not known, so only those of the client are sent. */
  caching: 'everywhere' | 'except-tools' | 'as-requested' | 'nowhere';
  /** How output follows a schema: enforced by the service, by a forced tool call, or only by an instruction. */
  schemas: 'by-service' | 'by-tool' | 'by-instruction';
  reasoning: 'thinking' | 'reasoning-config' | 'reasoning-effort' | 'none';
  /** The path of the model's own member for `top_k`. */
  topK?: readonly string[];
  /** Which tool calls can be forced. */
  forcedCalls: 'any-tool-or-one' | 'any-tool' | 'none';
  /** The service can enforce the schemas of tools. */
  supportsStrict: boolean;
  /** Tool results may be in the same turn as text. */
  canMixResults: boolean;
  /** A result can be marked as an error. */
  supportsResultStatus: boolean;
  /** The last turn may be the assistant's, which the model then continues. */
  canContinue: boolean;
  /** The model accepts only ids of nine letters and digits. */
  hasShortIds?: boolean;
}

const CLAUDE: ModelFamily = {
  caching: 'everywhere',
  schemas: 'by-service',
  reasoning: 'thinking',
  topK: ['top_k'],
  forcedCalls: 'any-tool-or-one',
  supportsStrict: true,
  canMixResults: true,
  supportsResultStatus: true,
  canContinue: true,
};

const OLD_CLAUDE: ModelFamily = {
  ...CLAUDE,
  caching: 'nowhere',
  schemas: 'by-tool',
  reasoning: 'none',
  supportsStrict: false,
};

const NOVA: ModelFamily = {
  ...CLAUDE,
  caching: 'except-tools',
  schemas: 'by-tool',
  reasoning: 'none',
  topK: ['inferenceConfig', 'topK'],
  supportsStrict: false,
  canContinue: false,
};

/** Open models, which are served in the style of OpenAI's. */
const OPEN: ModelFamily = {
  caching: 'nowhere',
  schemas: 'by-service',
  reasoning: 'none',
  forcedCalls: 'any-tool-or-one',
  supportsStrict: false,
  canMixResults: true,
  supportsResultStatus: false,
  canContinue: false,
};

const BASIC: ModelFamily = { ...OPEN, schemas: 'by-instruction', forcedCalls: 'none', canMixResults: false };

/** The id does not show the vendor, for example that of an inference profile. What the client requests is sent. */
const UNKNOWN: ModelFamily = {
  ...CLAUDE,
  caching: 'as-requested',
  reasoning: 'none',
  topK: undefined,
  supportsStrict: false,
};

/** By a part of the model id; the first match decides. */
const FAMILIES: readonly [RegExp, ModelFamily][] = [
  [/claude-(?:v2|instant|3-(?:haiku|sonnet|opus|5-sonnet))/, OLD_CLAUDE],
  [/anthropic\.|claude/, CLAUDE],
  [/nova-2-/, { ...NOVA, reasoning: 'reasoning-config' }],
  [/amazon\.nova/, NOVA],
  [/openai\.|gpt-oss/, { ...OPEN, reasoning: 'reasoning-effort', supportsStrict: true }],
  [
    /mistral|mixtral|pixtral/,
    { ...OPEN, topK: ['top_k'], forcedCalls: 'any-tool', canMixResults: false, hasShortIds: true },
  ],
  [/meta\.|llama|ai21\.|amazon\.titan/, BASIC],
  [/cohere\./, { ...BASIC, topK: ['k'] }],
  [/deepseek|qwen|moonshot|kimi|minimax|nvidia|nemotron|google\.|gemma|zai\.|glm/, OPEN],
];

/** In characters. Ids of models are not longer. */
const MAX_NAME_LENGTH = 2048;

export function findFamily(model: string): ModelFamily {
  const name = model.slice(0, MAX_NAME_LENGTH).toLowerCase();
  return FAMILIES.find(([pattern]) => pattern.test(name))?.[1] ?? UNKNOWN;
}
