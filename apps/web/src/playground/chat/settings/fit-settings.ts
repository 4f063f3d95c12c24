import { type PlaygroundModel, type AcceptedInput } from '../../token/playground-model.js';
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
const PARAMETER_NAMES: Readonly<Record<Exclude<ParameterName, 'maxTokens'>, string>> = {
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
  const inputs = (models.length === 0 ? [undefined] : models).map((model) => model?.input ?? {});
  const isSupported = (name: string): boolean => inputs.some((input) => !isUnsupported(input, name));
  const limits = inputs.map(({ maxOutputTokens = Infinity }) => maxOutputTokens);
  const maxTokens = Math.max(...limits);
  return {
    parameters: parameters.filter((name) => name === 'maxTokens' || isSupported(PARAMETER_NAMES[name])),
    efforts: efforts.filter((effort) => inputs.some((input) => hasEffort(input, effort))),
    hasTools: isSupported('tools'),
    hasSchema: isSupported('response_format'),
    ...(Number.isFinite(maxTokens) && { maxTokens }),
  };
}

/** The settings for one model, limited to what it accepts. */
export function fitSettings(settings: Settings, controls: Controls): Settings {
  const { parameters, efforts, hasTools, hasSchema, maxTokens: limit = Infinity } = controls;
  const pick = <Name extends ParameterName>(name: Name): Settings[Name] | undefined =>
    parameters.includes(name) ? settings[name] : undefined;
  const { effort } = settings;
  const maxTokens = pick('maxTokens');
  return {
    ...settings,
    temperature: pick('temperature'),
    topP: pick('topP'),
    topK: pick('topK'),
    seed: pick('seed'),
    presencePenalty: pick('presencePenalty'),
    frequencyPenalty: pick('frequencyPenalty'),
    maxTokens: maxTokens === undefined ? undefined : Math.min(maxTokens, limit),
    stop: pick('stop') ?? [],
    effort: effort !== undefined && efforts.includes(effort) ? effort : undefined,
    tools: hasTools ? settings.tools : [],
    schema: hasSchema ? settings.schema : undefined,
  };
}

/** Whether all models accept images. */
export function acceptsImages(models: readonly (PlaygroundModel | undefined)[]): boolean {
  return models.every((model) => model?.input?.modalities?.includes('image') ?? true);
}

function isUnsupported({ unsupportedParameters = [] }: AcceptedInput, name: string): boolean {
  return unsupportedParameters.includes(name);
}

function hasEffort(input: AcceptedInput, effort: Effort): boolean {
  return !isUnsupported(input, 'reasoning_effort') && (input.efforts?.includes(effort) ?? true);
}
