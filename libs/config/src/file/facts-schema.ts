import { z } from 'zod';
import { addRuleIssue } from './rules.js';
import * as values from './values.js';

/*
 * What is known of a model, in the shapes of the catalogue: so the configuration says it, and so do the files of the
 * catalogue.
 */

const MAX_TOKENS = 100_000_000;

/** The fields of a conversation that some models refuse. */
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

/** How much a model is told to reason. */
const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;

const tokens = values.whole(1, MAX_TOKENS);
const parameter = values.oneOf('a parameter', MODEL_PARAMETERS);
const parameters = values.listOf('parameters', parameter);

export const limitsSchema = values.mapOf('a map of context, input and output', {
  /** The prompt and the answer together. */
  context: tokens.optional(),
  /** The prompt alone, where that is less. */
  input: tokens.optional(),
  output: tokens.optional(),
});

/** What is in no list is not known. */
export const parametersSchema = values
  .mapOf('a map of parameters', {
    taken: parameters.optional(),
    refused: parameters.optional(),
    /** Refused unless the model is told not to reason, or does not by itself. */
    refusedWhileReasoning: parameters.optional(),
    /** Of two that exclude each other the second is left out. */
    exclusive: z.tuple([parameter, parameter], 'a list of two parameters').optional(),
    /** The member of a chat completion that limits the answer. */
    outputLimit: values
      .oneOf('max_tokens or max_completion_tokens', ['max_tokens', 'max_completion_tokens'])
      .optional(),
    /** What other members of its format are called here. */
    renamed: z.record(values.name, values.name, 'a map of names').optional(),
  })
  .superRefine(({ taken = [], refused = [] }, context) => {
    for (const [position, name] of refused.entries()) {
      if (taken.includes(name)) addRuleIssue(context, ['refused', position], 'is among those that are taken');
    }
  });

export const reasoningSchema = values.mapOf('a map of how a model reasons', {
  efforts: values.listOf('efforts', values.oneOf('an effort', EFFORTS)).optional(),
  /** In tokens. */
  budget: values
    .mapOf('a map of min and max', { min: values.whole(0, MAX_TOKENS).optional(), max: tokens.optional() })
    .optional(),
  /** It decides by itself how long to reason. */
  isAdaptive: values.flag.optional(),
  canBeTurnedOff: values.flag.optional(),
  isOffByDefault: values.flag.optional(),
  /** The member that earlier reasoning has to be sent back in. */
  replayedIn: values
    .oneOf('reasoning_content or reasoning_details', ['reasoning_content', 'reasoning_details'])
    .optional(),
});
