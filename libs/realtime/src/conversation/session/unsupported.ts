import { GatewayError } from '#canonical';
import { type FunctionTool, type Modality, type ToolChoice } from '../protocol/session-config.js';

/** The tools for a chat model, which must be functions. */
export function functionTools(
  tools: readonly (FunctionTool | { type: 'mcp' })[],
  param: string,
): FunctionTool[] {
  return tools.map((tool, index) => {
    if (tool.type === 'function') return tool;
    throw new GatewayError('unsupported-parameter', 'This model supports only tools of type "function".', {
      param: `${param}[${index}].type`,
    });
  });
}

export function functionChoice(choice: ToolChoice | { type: 'mcp' }, param: string): ToolChoice {
  if (typeof choice === 'string' || choice.type === 'function') return choice;
  throw new GatewayError(
    'unsupported-parameter',
    'The tool choice must be "auto", "none", "required" or a function.',
    {
      param: `${param}.type`,
    },
  );
}

export function refusePrompt(prompt: unknown, param: string): void {
  if (prompt === undefined || prompt === null) return;
  throw new GatewayError(
    'unsupported-parameter',
    'Stored prompts are not supported. Send their text as instructions.',
    { param },
  );
}

export function refuseAudioWithoutSpeech(
  modalities: readonly Modality[] | undefined,
  canSpeak: boolean,
  param: string,
): void {
  if (canSpeak || !modalities?.includes('audio')) return;
  throw new GatewayError(
    'unsupported-capability',
    'This model supports text output only, because no speech model is configured for it. Set the modalities to ["text"].',
    { param },
  );
}

export function noTranscriptionModel(param: string): GatewayError {
  return new GatewayError(
    'unsupported-capability',
    'This model does not accept audio input, because no transcription model is configured for it. Send text.',
    { param },
  );
}
