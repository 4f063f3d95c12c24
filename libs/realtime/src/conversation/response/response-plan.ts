import { GatewayError } from '#canonical';
import { completeFormat } from '../audio/audio-format.js';
import { type Conversation } from '../items/conversation.js';
import { makeItem } from '../items/make-item.js';
import { type StoredItem } from '../items/stored-item.js';
import { type RealtimePorts } from '../ports.js';
import { type ResponseParams } from '../protocol/events.js';
import {
  type AudioFormat,
  type FunctionTool,
  type Modality,
  type ReasoningConfig,
  type SessionConfig,
  type ToolChoice,
  type Voice,
} from '../protocol/session-config.js';
import {
  functionChoice,
  functionTools,
  noTranscriptionModel,
  refuseAudioWithoutSpeech,
  refusePrompt,
} from '../session/unsupported.js';
import { type SessionFacts, voiceName } from '../session/update-session.js';

/** The settings of one response: those of the session with its own on top. */
export interface ResponsePlan {
  /** The items that the model reads. */
  context: readonly StoredItem[];
  /** The items of the context that are not in the conversation. */
  ownItems: readonly StoredItem[];
  isOutOfBand: boolean;
  modality: Modality;
  instructions: string;
  tools: readonly FunctionTool[];
  toolChoice: ToolChoice;
  maxOutputTokens: number | 'inf';
  allowsParallelCalls?: boolean;
  reasoning?: ReasoningConfig;
  temperature?: number;
  metadata: Record<string, string> | null;
  voice: Voice;
  speed: number;
  format: AudioFormat;
}

export interface PlanSources {
  session: SessionConfig;
  facts: SessionFacts;
  conversation: Conversation;
  newId: RealtimePorts['newId'];
}

export function planResponse(params: ResponseParams, sources: PlanSources): ResponsePlan {
  const { session, facts, conversation } = sources;
  refusePrompt(params.prompt, 'response.prompt');
  const modalities = params.output_modalities ?? session.output_modalities;
  refuseAudioWithoutSpeech(modalities, facts.canSpeak, 'response.output_modalities');
  const { tools, tool_choice: choice } = params;
  const { context, ownItems } = readInput(params.input, sources);
  return {
    context: context ?? [...conversation.all],
    ownItems,
    isOutOfBand: params.conversation === 'none',
    modality: modalities.includes('audio') ? 'audio' : 'text',
    instructions: params.instructions ?? session.instructions,
    tools: tools ? functionTools(tools, 'response.tools') : session.tools,
    toolChoice: choice ? functionChoice(choice, 'response.tool_choice') : session.tool_choice,
    maxOutputTokens: params.max_output_tokens ?? session.max_output_tokens,
    allowsParallelCalls: params.parallel_tool_calls ?? session.parallel_tool_calls,
    reasoning: params.reasoning ?? session.reasoning,
    temperature: params.temperature ?? session.temperature,
    metadata: params.metadata ?? null,
    voice: chooseVoice(params, sources),
    speed: session.audio.output.speed,
    format: completeFormat(params.audio?.output?.format ?? session.audio.output.format),
  };
}

function chooseVoice({ audio }: ResponseParams, { session, facts }: PlanSources): Voice {
  const sessionVoice = session.audio.output.voice;
  const voice = audio?.output?.voice ?? sessionVoice;
  if (voiceName(voice) === voiceName(sessionVoice) || !facts.hasSpoken) return voice;
  throw new GatewayError(
    'invalid-value',
    'The voice cannot be changed after the model has responded with audio.',
    {
      param: 'response.audio.output.voice',
      code: 'cannot_update_voice',
    },
  );
}

function readInput(
  input: ResponseParams['input'],
  { session, facts, conversation, newId }: PlanSources,
): { context?: StoredItem[]; ownItems: StoredItem[] } {
  const ownItems: StoredItem[] = [];
  const context = input?.map((newItem, index) => {
    const param = `response.input[${index}]`;
    if (newItem.type === 'item_reference') return findReferenced(conversation, newItem.id, param);
    const stored = makeItem(newItem, newId, session.audio.input.format);
    if (stored.audio.length > 0 && !facts.canListen) throw noTranscriptionModel(`${param}.content`);
    ownItems.push(stored);
    return stored;
  });
  return { context, ownItems };
}

function findReferenced(conversation: Conversation, id: string, param: string): StoredItem {
  const stored = conversation.find(id);
  if (stored !== undefined) return stored;
  throw new GatewayError('resource-not-found', `No item with id '${id}' in the conversation.`, {
    param: `${param}.id`,
    code: 'invalid_item_reference',
  });
}
