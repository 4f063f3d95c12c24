import { type PlaygroundModel, type TakenInput } from '../../token/playground-model.js';
import { type Format, type ParameterName } from '../formats/format.js';
import { type Effort, type Settings } from './settings.js';

/** The settings that the user can change. */
export interface Controls {
  parameters: readonly ParameterName[];
  efforts: readonly Effort[];
  hasTools: boolean;
  hasSchema: boolean;
  /** Undefined if no limit is known. */
  maxTokens?: number;
}

/** Names in the Chat format. Every model accepts a limit of output tokens, so `maxTokens` is missing. */
const NAMES: Readonly<Record<Exclude<ParameterName, 'maxTokens'>, string>> = {
  temperature: 'temperature',
  topP: 'top_p',
  topK: 'top_k',
  seed: 'seed',
  presencePenalty: 'presence_penalty',
  frequencyPenalty: 'frequency_penalty',
  stop: 'stop',
};

/**
 * The settings that the format has and at least one of the models accepts; `fitSettings` removes them for the other models.
 * A model is assumed to accept what is unknown.
 */
export function listControls(
  { parameters, efforts }: Pick<Format, 'parameters' | 'efforts'>,
  models: readonly (PlaygroundModel | undefined)[],
): Controls {
  const inputs = (models.length === 0 ? [undefined] : models).map((model) => model?.takes ?? {});
  const isTaken = (name: string): boolean => inputs.some((takes) => !isRefused(takes, name));
  const limits = inputs.map(({ maxOutputTokens = Infinity }) => maxOutputTokens);
  const maxTokens = Math.max(...limits);
  return {
    parameters: parameters.filter((name) => name === 'maxTokens' || isTaken(NAMES[name])),
    efforts: efforts.filter((effort) => inputs.some((takes) => hasEffort(takes, effort))),
    hasTools: isTaken('tools'),
    hasSchema: isTaken('response_format'),
    ...(Number.isFinite(maxTokens) && { maxTokens }),
  };
}

/** The settings for one model, limited to what it accepts. */
export function fitSettings(settings: Settings, controls: Controls): Settings {
  const { parameters, efforts, hasTools, hasSchema, maxTokens: limit = Infinity } = controls;
  const keep = <Name extends ParameterName>(name: Name): Settings[Name] | undefined =>
    parameters.includes(name) ? settings[name] : undefined;
  const { effort } = settings;
  const maxTokens = keep('maxTokens');
  return {
    ...settings,
    temperature: keep('temperature'),
    topP: keep('topP'),
    topK: keep('topK'),
    seed: keep('seed'),
    presencePenalty: keep('presencePenalty'),
    frequencyPenalty: keep('frequencyPenalty'),
    maxTokens: maxTokens === undefined ? undefined : Math.min(maxTokens, limit),
    stop: keep('stop') ?? [],
    effort: effort !== undefined && efforts.includes(effort) ? effort : undefined,
    tools: hasTools ? settings.tools : [],
    schema: hasSchema ? settings.schema : undefined,
  };
}

/** Whether all models accept images. */
export function takesImages(models: readonly (PlaygroundModel | undefined)[]): boolean {
  return models.every((model) => model?.takes?.modalities?.includes('image') ?? true);
}

function isRefused({ refused = [] }: TakenInput, name: string): boolean {
  return refused.includes(name);
}

function hasEffort(takes: TakenInput, effort: Effort): boolean {
  return !isRefused(takes, 'reasoning_effort') && (takes.efforts?.includes(effort) ?? true);
}
