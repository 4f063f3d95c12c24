import { GatewayError } from '#canonical';
import { type FunctionTool, type Modality, type ToolChoice } from '../protocol/session-config.js';

/** Tools that this gateway can offer to a chat model. */
export function functionTools(
  tools: readonly (FunctionTool | { type: 'mcp' })[],
  param: string,
): FunctionTool[] {
  return tools.map((tool, index) => {
    if (tool.type === 'function') return tool;
    throw new GatewayError(
      'unsupported-parameter',
      'Only tools of type "function" can be used with this model.',
      {
        param: `${param}[${index}].type`,
      },
    );
  });
}

export function functionChoice(choice: ToolChoice | { type: 'mcp' }, param: string): ToolChoice {
  if (typeof choice === 'string' || choice.type === 'function') return choice;
  throw new GatewayError(
    'unsupported-parameter',
    'A choice must be "auto", "none", "required" or a function.',
    {
      param: `${param}.type`,
    },
  );
}

export function refusePrompt(prompt: unknown, param: string): void {
  if (prompt === undefined || prompt === null) return;
  throw new GatewayError(
    'unsupported-parameter',
    'Stored prompts are not known here: send their text as instructions.',
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
    'This model can only answer in text, because no speech model is configured for it: ask for ["text"].',
    { param },
  );
}

export function noTranscriptionModel(param: string): GatewayError {
  return new GatewayError(
    'unsupported-capability',
    'This model cannot take audio, because no transcription model is configured for it: send text.',
    { param },
  );
}
