/** What Converse takes of a request depends on who made the model: one table says how the families differ. */
export interface ModelFamily {
  /** Where cache points may stand; `as-asked`: nothing is known, so those that the client sets. */
  caching: 'everywhere' | 'but-for-tools' | 'as-asked' | 'nowhere';
  /** How an answer is held to a schema: by the service, by a call that is forced, or by words alone. */
  schemas: 'by-service' | 'by-tool' | 'by-words';
  reasoning: 'thinking' | 'reasoning-config' | 'reasoning-effort' | 'none';
  /** The name of the setting that keeps the likeliest tokens, and what it stands in. */
  topK?: readonly string[];
  /** Which calls can be forced. */
  forces: 'any-tool-or-one' | 'any-tool' | 'none';
  /** Whether the schemas of tools can be made binding. */
  takesStrict: boolean;
  /** Whether results of tools may stand in one turn with words. */
  mixesResults: boolean;
  /** Whether a result can be said to be a failure. */
  takesStatus: boolean;
  /** Whether the assistant may have the last word, which the model then continues. */
  continues: boolean;
  /** Some take no ids of calls but their own kind. */
  hasShortIds?: boolean;
}

const CLAUDE: ModelFamily = {
  caching: 'everywhere',
  schemas: 'by-service',
  reasoning: 'thinking',
  topK: ['top_k'],
  forces: 'any-tool-or-one',
  takesStrict: true,
  mixesResults: true,
  takesStatus: true,
  continues: true,
};

const OLD_CLAUDE: ModelFamily = {
  ...CLAUDE,
  caching: 'nowhere',
  schemas: 'by-tool',
  reasoning: 'none',
  takesStrict: false,
};

const NOVA: ModelFamily = {
  ...CLAUDE,
  caching: 'but-for-tools',
  schemas: 'by-tool',
  reasoning: 'none',
  topK: ['inferenceConfig', 'topK'],
  takesStrict: false,
  continues: false,
};

/** Open models, as they are served in the style of OpenAI's. */
const OPEN: ModelFamily = {
  caching: 'nowhere',
  schemas: 'by-service',
  reasoning: 'none',
  forces: 'any-tool-or-one',
  takesStrict: false,
  mixesResults: true,
  takesStatus: false,
  continues: false,
};

const PLAIN: ModelFamily = { ...OPEN, schemas: 'by-words', forces: 'none', mixesResults: false };

/** An id that does not tell, such as one of an inference profile: what the client asks for is sent. */
const UNKNOWN: ModelFamily = {
  ...CLAUDE,
  caching: 'as-asked',
  reasoning: 'none',
  topK: undefined,
  takesStrict: false,
};

/** By what the names of models contain; the first that fits decides. */
const FAMILIES: readonly [RegExp, ModelFamily][] = [
  [/claude-(?:v2|instant|3-(?:haiku|sonnet|opus|5-sonnet))/, OLD_CLAUDE],
  [/anthropic\.|claude/, CLAUDE],
  [/nova-2-/, { ...NOVA, reasoning: 'reasoning-config' }],
  [/amazon\.nova/, NOVA],
  [/openai\.|gpt-oss/, { ...OPEN, reasoning: 'reasoning-effort', takesStrict: true }],
  [
    /mistral|mixtral|pixtral/,
    { ...OPEN, topK: ['top_k'], forces: 'any-tool', mixesResults: false, hasShortIds: true },
  ],
  [/meta\.|llama|ai21\.|amazon\.titan/, PLAIN],
  [/cohere\./, { ...PLAIN, topK: ['k'] }],
  [/deepseek|qwen|moonshot|kimi|minimax|nvidia|nemotron|google\.|gemma|zai\.|glm/, OPEN],
];

/** Names of models are at most this long; what is longer is none. */
const MAX_NAME_LENGTH = 2048;

export function findFamily(model: string): ModelFamily {
  const name = model.slice(0, MAX_NAME_LENGTH).toLowerCase();
  return FAMILIES.find(([pattern]) => pattern.test(name))?.[1] ?? UNKNOWN;
}
