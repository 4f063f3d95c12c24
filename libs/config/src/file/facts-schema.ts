import { z } from 'zod';
import { boundedMap } from './bounded.js';
import { addRuleIssue } from './rules.js';
import * as values from './values.js';

/*
 * Facts about a model. The config file and the files of the catalog have the same form.
 */

const MAX_TOKENS = 100_000_000;

/** The parameters of a conversation that some models reject. */
export const MODEL_PARAMETERS = [
  'temperature',
  'topP',
  'topK',
  'presencePenalty',
  'frequencyPenalty',
  'seed',
  'logprobs',
  'stopSequences',
  'choiceCount',
  'tools',
  'toolChoice',
  'allowsParallelCalls',
  'outputFormat',
  'serviceTier',
  'verbosity',
  'userId',
  'metadata',
  'promptCacheKey',
  'reasoning',
  'webSearch',
] as const;

/** The reasoning efforts of all models. */
const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;

const tokens = values.whole(1, MAX_TOKENS);
const parameter = values.oneOf('a parameter', MODEL_PARAMETERS);
const parameters = values.listOf('parameters', parameter);

export const limitsSchema = values.mapOf('a map of context, input and output', {
  /** Prompt and output together. */
  context: tokens.optional(),
  /** The prompt alone, if its limit is lower. */
  input: tokens.optional(),
  output: tokens.optional(),
});

/** A parameter in no list is unknown. */
export const parametersSchema = values
  .mapOf('a map of parameters', {
    taken: parameters.optional(),
    refused: parameters.optional(),
    /** Rejected unless reasoning is off, by request or by default. */
    refusedWhileReasoning: parameters.optional(),
    /** Two parameters that cannot be combined: the second is removed. */
    exclusive: z.tuple([parameter, parameter], 'a list of two parameters').optional(),
    /** The member of a chat completion request that limits the output. */
    outputLimit: values
      .oneOf('max_tokens or max_completion_tokens', ['max_tokens', 'max_completion_tokens'])
      .optional(),
    /** The names of members that differ from the format. */
    renamed: boundedMap(z.record(values.name, values.name, 'a map of names')).optional(),
  })
  .superRefine(({ taken = [], refused = [] }, context) => {
    for (const [position, name] of refused.entries()) {
      if (taken.includes(name)) addRuleIssue(context, ['refused', position], 'is also listed as supported');
    }
  });

export const reasoningSchema = values.mapOf('a map of reasoning settings', {
  efforts: values.listOf('efforts', values.oneOf('an effort', EFFORTS)).optional(),
  /** Tokens. */
  budget: values
    .mapOf('a map of min and max', { min: values.whole(0, MAX_TOKENS).optional(), max: tokens.optional() })
    .optional(),
  /** Whether the model decides how long to reason. */
  isAdaptive: values.flag.optional(),
  canBeTurnedOff: values.flag.optional(),
  isOffByDefault: values.flag.optional(),
  /** The member in which earlier reasoning must be sent back. */
  replayedIn: values
    .oneOf('reasoning_content or reasoning_details', ['reasoning_content', 'reasoning_details'])
    .optional(),
});
