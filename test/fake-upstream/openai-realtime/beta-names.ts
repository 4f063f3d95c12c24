import { asFields, asList, type Fields } from '../fields.js';
import type { Session } from './session.js';

/* Everything is stored with the current names. This file translates to those of the first version, and back. */

const TYPES: Readonly<Record<string, string>> = {
  'response.output_text.delta': 'response.text.delta',
  'response.output_text.done': 'response.text.done',
  'response.output_audio.delta': 'response.audio.delta',
  'response.output_audio.done': 'response.audio.done',
  'response.output_audio_transcript.delta': 'response.audio_transcript.delta',
  'response.output_audio_transcript.done': 'response.audio_transcript.done',
  'conversation.item.added': 'conversation.item.created',
};
const FORMATS: readonly [beta: string, ga: { type: string; rate?: number }][] = [
  ['pcm16', { type: 'audio/pcm', rate: 24_000 }],
  ['g711_ulaw', { type: 'audio/pcmu' }],
  ['g711_alaw', { type: 'audio/pcma' }],
];
const PART_TYPES: readonly [beta: string, ga: string][] = [
  ['text', 'output_text'],
  ['audio', 'output_audio'],
];

/** Undefined if the first version has no such event. */
export function eventToBeta(event: Fields): Fields | undefined {
  const type = String(event.type);
  if (type === 'conversation.item.done') return undefined;
  return {
    ...event,
    type: TYPES[type] ?? type,
    ...(event.item !== undefined && { item: itemToBeta(asFields(event.item)) }),
    ...(event.response !== undefined && { response: responseToBeta(asFields(event.response)) }),
  };
}

/** A session as clients of the first version receive it. */
export function sessionToBeta(session: Session): Fields {
  const { id, object, model, expires_at, include, instructions, tools, tool_choice, tracing } = session;
  const { input, output } = session.audio;
  const listening = {
    input_audio_format: formatToBeta(input.format),
    input_audio_transcription: input.transcription,
    input_audio_noise_reduction: input.noise_reduction,
    turn_detection: input.turn_detection,
  };
  if (session.type === 'transcription') return { id, object, expires_at, include, ...listening };
  return {
    id,
    object,
    model,
    expires_at,
    include,
    instructions,
    tools,
    tool_choice,
    tracing,
    ...listening,
    modalities: modalitiesToBeta(session.output_modalities),
    output_audio_format: formatToBeta(output.format),
    voice: output.voice,
    speed: output.speed,
    temperature: session.temperature,
    max_response_output_tokens: session.max_output_tokens,
    client_secret: null,
  };
}

export function eventFromBeta(event: Fields): Fields {
  return {
    ...event,
    ...(event.session !== undefined && { session: settingsFromBeta(asFields(event.session)) }),
    ...(event.response !== undefined && { response: settingsFromBeta(asFields(event.response)) }),
    ...(event.item !== undefined && { item: itemFromBeta(asFields(event.item)) }),
  };
}

/** An update of a session or the options of a response. */
function settingsFromBeta(settings: Fields): Fields {
  const {
    modalities,
    voice,
    speed,
    output_audio_format: outputFormat,
    input_audio_format: inputFormat,
    input_audio_transcription: transcription,
    input_audio_noise_reduction: noiseReduction,
    turn_detection: turnDetection,
    max_response_output_tokens: maxOutputTokens,
    input: items,
    client_secret: _secret,
    ...others
  } = settings;
  const input = {
    format: formatFromBeta(inputFormat),
    transcription,
    noise_reduction: noiseReduction,
    turn_detection: turnDetection,
  };
  const output = { format: formatFromBeta(outputFormat), voice, speed };
  return given({
    ...others,
    output_modalities: modalities && [asList(modalities).includes('audio') ? 'audio' : 'text'],
    max_output_tokens: maxOutputTokens,
    input: items && asList(items).map((item) => itemFromBeta(asFields(item))),
    audio: { input: given(input), output: given(output) },
  });
}

function itemFromBeta(item: Fields): Fields {
  return withContent(item, (type) => PART_TYPES.find(([beta]) => beta === type)?.[1]);
}

function itemToBeta(item: Fields): Fields {
  return withContent(item, (type) => PART_TYPES.find(([, ga]) => ga === type)?.[0]);
}

function withContent(item: Fields, rename: (type: unknown) => string | undefined): Fields {
  if (item.content === undefined) return item;
  const content = asList(item.content).map((part) => {
    const fields = asFields(part);
    return { ...fields, type: rename(fields.type) ?? fields.type };
  });
  return { ...item, content };
}

function responseToBeta({ audio, output_modalities: modalities, output, ...response }: Fields): Fields {
  const { format, voice } = asFields(asFields(audio).output);
  return {
    ...response,
    output: asList(output).map((item) => itemToBeta(asFields(item))),
    modalities: modalitiesToBeta(asList(modalities)),
    voice,
    output_audio_format: formatToBeta(format),
  };
}

function modalitiesToBeta(modalities: readonly unknown[]): string[] {
  return modalities.includes('audio') ? ['text', 'audio'] : ['text'];
}

function formatToBeta(format: unknown): string | undefined {
  return FORMATS.find(([, { type }]) => type === asFields(format).type)?.[0];
}

function formatFromBeta(format: unknown): object | undefined {
  return FORMATS.find(([beta]) => beta === format)?.[1];
}

/** Without undefined members, so that they do not overwrite defined ones. */
function given(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
